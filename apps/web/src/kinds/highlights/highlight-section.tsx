import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { changeAppearance, useAppearance } from '../../look/appearance.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import { followWrite } from '../../study/follow-write.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Highlighter } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { HighlightRow } from './highlight-row.tsx'
import { highlightWrites, newHighlight } from './highlight-writes.ts'
import { highlightsOfVerse, type PlacedHighlight } from './highlights-of-verse.ts'
import { history } from './history.ts'
import { changeName, type Look, lookingSo, makeAndOffer, written } from './mark-chosen.ts'
import { overlayHighlights } from './overlay-highlights.ts'

const ItemHistory = lazy(() => withWords(['history'], () => import('../../study/history/item-history.tsx')))

/** How long a deleted row fades out, in milliseconds (specification section 9). */
const CLOSE_MS = 300

type Row = { readonly highlight: OverlayHighlight; readonly place: PlacedHighlight['place'] | null }

/** The rows, with those of deleted highlights that still fade out. Such a row is put back at its place in the text. */
const withLeaving = (rows: readonly Row[], leaving: readonly Row[]): readonly Row[] => {
  const gone = leaving.filter(({ highlight }) => !rows.some((row) => row.highlight.id === highlight.id))
  const at = ({ highlight, place }: Row) => highlight.verse_id * 10_000 + (place?.start ?? 9_999)
  return gone.length === 0 ? rows : [...rows, ...gone].toSorted((a, b) => at(a) - at(b))
}

type Props = Omit<SectionProps, 'openWorkspace' | 'onUnsaved' | 'guard'>

const Highlights = ({
  owner,
  chosen,
  asked,
  onClose,
  highlights,
}: Props & { highlights: readonly OverlayHighlight[] }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const yours = useHighlightColor(owner)
  const { otherHighlights } = useAppearance()
  const { data: versions } = useQuery({ ...versionsQuery, enabled: false })
  const writes = usePendingWrites(highlightWrites, owner.id)
  /** The id of the highlight whose history is open. */
  const [opened, setOpened] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<readonly Row[]>([])

  const verses = asked ? chosen.parts.map(({ verse }) => verse) : [chosen.parts[0].verse]
  const of = verses.map((verse) => highlightsOfVerse(highlights, verse))
  const own: readonly Row[] = of.flatMap(({ own }) => own)
  const elsewhere: readonly Row[] = of.flatMap(({ elsewhere }) =>
    elsewhere.map((highlight) => ({ highlight, place: null })),
  )
  const rows = withLeaving([...own, ...elsewhere], leaving)
  const refused = writes.filter(
    (write) =>
      isRefused(write) && write.base === null && verses.some((verse) => verse.verse_id === write.wanted?.verse_id),
  )

  useEffect(() => {
    if (leaving.length === 0) return
    const timer = setTimeout(() => {
      setLeaving([])
      // The last highlight in the verse's version is gone, so the panel closes.
      if (asked && own.length === 0) onClose()
    }, CLOSE_MS)
    return () => clearTimeout(timer)
  }, [leaving, asked, own.length, onClose])

  const remove = (row: Row) => {
    const base = written(row.highlight)
    setLeaving([...leaving, row])
    const done = t('highlights.removed', { count: 1 })
    makeAndOffer([{ base, wanted: null }], done, t('highlights.deleteFailed'), { owner, t, say })
  }
  const change = (highlight: OverlayHighlight, look: Look) => {
    const base = written(highlight)
    const changes = [{ base, wanted: lookingSo(base, look) }]
    makeAndOffer(changes, t(changeName(changes)), t('highlights.colorFailed'), { owner, t, say })
  }
  const highlightAll = () => {
    const [{ verse }] = chosen.parts
    const wanted = newHighlight({ verse, start: 0, end: verse.text.length, text: verse.text })
    const key = pendingWrites.add(highlightWrites, owner.id, { base: null, wanted })
    followWrite(highlightWrites, owner.id, key, { t, say, otherwise: t('highlights.addFailed') })
  }
  const languageOf = (version: string) => versions?.versions.find(({ code }) => code === version)?.language
  const stateOf = ({ id }: OverlayHighlight) =>
    writes.some((write) => write.itemId === id && isOpen(write)) ? t('writes.waits') : null

  return (
    <div className="grid gap-3">
      {refused.map(({ key, state }) => (
        <div key={key} role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
          <span className="grow">
            {t('writes.refused')}:{' '}
            {(state.status === 'failed' && sayProblem(t, state.error)) || t('highlights.addFailed')}
          </span>
          <Button look="quiet" onClick={() => pendingWrites.drop(key)}>
            {t('highlights.dismiss')}
          </Button>
        </div>
      ))}
      {rows.length > 0 && (
        <ul className="grid">
          {rows.map((row) => (
            <HighlightRow
              owner={owner}
              key={row.highlight.id}
              highlight={row.highlight}
              place={row.place}
              lang={languageOf(row.highlight.version)}
              yours={yours}
              state={stateOf(row.highlight)}
              leaving={leaving.some(({ highlight }) => highlight.id === row.highlight.id)}
              onLook={(look) => change(row.highlight, look)}
              onDelete={() => remove(row)}
              onHistory={() => setOpened(opened === row.highlight.id ? null : row.highlight.id)}
              history={
                opened !== row.highlight.id ? null : (
                  <Fetched loading={<div className="skeleton h-24" />}>
                    <ItemHistory user={owner} history={history} id={row.highlight.id} />
                  </Fetched>
                )
              }
            />
          ))}
        </ul>
      )}
      {elsewhere.length > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={otherHighlights}
            onChange={(event) => changeAppearance({ otherHighlights: event.target.checked })}
            className="size-5 shrink-0 accent-(--accent)"
          />
          {t('highlights.showElsewhere')}
        </label>
      )}
      {own.length === 0 && leaving.length === 0 && (
        <Button className="justify-self-start" onClick={highlightAll}>
          <Highlighter size={18} strokeWidth={1.8} aria-hidden />
          {t('highlights.wholeVerse')}
        </Button>
      )}
    </div>
  )
}

/**
 * Lists highlights, which the person can recolour and delete: those of all chosen verses if the person pressed the
 * action Highlights, otherwise those of the first verse.
 */
const HighlightSection = (props: SectionProps) => {
  const { t } = useTranslation()
  const { items, isComing, retry } = useItemsOnChapter(overlayHighlights, props.owner, props.chosen.column)
  if (!isComing)
    return (
      <>
        {retry && <FetchFailed words={t('highlights.loadFailed')} onRetry={retry} />}
        <Highlights {...props} highlights={items} />
      </>
    )
  return (
    <p role="status" className="py-4 text-center text-sm text-muted">
      {t('loading')}
    </p>
  )
}
export default HighlightSection
