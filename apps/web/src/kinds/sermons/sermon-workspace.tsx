import type { OverlaySermon } from '@pathlight/contracts/sermons.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { newId } from '../../api/new-id.ts'
import { useKeptWorkOpen } from '../../device/use-kept-work.ts'
import { draftsAt, newDraftKey } from '../../study/draft-keys.ts'
import { beginEditing } from '../../study/editor/begin-editing.ts'
import type { WorkspaceProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Maximize2, MoveHorizontal, Plus } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { editedSermons } from './edited-sermons.tsx'
import { lastSpeaker } from './last-speaker.ts'
import SermonById from './sermon-by-id.tsx'
import { newSermonDraft, sermonDrafts } from './sermon-draft.ts'
import { SermonEditor } from './sermon-editor.tsx'
import { useSermon } from './sermon-query.ts'
import { overlaySermons, sermonsOnVerse } from './sermons-on-verse.ts'

/** A button that widens or narrows the workspace (sermon.css). Closing the workspace makes it narrow again. */
const Wider = () => {
  const { t } = useTranslation()
  const [wide, setWide] = useState(false)
  const own = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const reader = own.current?.closest<HTMLElement>('.reader')
    reader?.toggleAttribute('data-widened', wide)
    return () => void reader?.removeAttribute('data-widened')
  }, [wide])
  return (
    <span ref={own}>
      <IconButton
        icon={MoveHorizontal}
        label={t(wide ? 'sermons.narrower' : 'sermons.wider')}
        aria-pressed={wide}
        onClick={() => setWide(!wide)}
      />
    </span>
  )
}

type NewProps = WorkspaceProps & { readonly onVerse: readonly OverlaySermon[] }

const New = ({ owner, chosen, onVerse, onUnsaved, guard, onClose }: NewProps) => {
  const [{ verse }] = chosen.parts
  const [beginning] = useState(() => {
    const last = chosen.parts.at(-1)?.verse ?? verse
    return beginEditing(editedSermons, owner.id, {
      fresh: newSermonDraft(newId(), verse, last, lastSpeaker(owner.id)),
      keptAt: newDraftKey('sermons', owner.id, verse),
      isHome: ({ version, start_verse_id }) => version === verse.version && start_verse_id === verse.verse_id,
      items: onVerse,
    })
  })
  return (
    <SermonEditor
      owner={owner}
      beginning={beginning}
      onUnsaved={onUnsaved}
      onSaved={onClose}
      onDeleted={onClose}
      onCancel={() => guard(onClose)}
    />
  )
}

const Known = ({ id, owner, onUnsaved, guard, onClose }: WorkspaceProps & { id: string }) => {
  const { t } = useTranslation()
  const { sermon, error, refetch } = useSermon(owner, id)
  // If another device removes the sermon, the editor stays open with its words.
  const [begun, setBegun] = useState(sermon)
  if (sermon?.content && !begun) setBegun(sermon)
  if (begun?.content)
    return (
      <SermonById
        owner={owner}
        id={id}
        sermon={begun}
        onUnsaved={onUnsaved}
        onSaved={onClose}
        onDeleted={onClose}
        onCancel={() => guard(onClose)}
      />
    )
  if (error || sermon === null) return <Notice tone="error" title={t('sermons.loadFailed')} onRetry={refetch} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}

const Sermons = ({ sermons, ...props }: WorkspaceProps & { sermons: readonly OverlaySermon[] }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const beside = useMediaQuery(WIDE)
  const { verse } = props.chosen.parts[0]
  const { verse_id: verseId } = verse
  // Sermons that begin at this verse come before sermons that only include it. Within each group the oldest comes
  // first.
  const onVerse = sermons.toSorted(
    (a, b) =>
      Number(b.shown_from === verseId) - Number(a.shown_from === verseId) ||
      a.created_at.localeCompare(b.created_at) ||
      a.id.localeCompare(b.id),
  )
  const [open, setOpen] = useState<string | null>(() => {
    const first = props.item ?? onVerse[0]?.id ?? null
    // If this device has a draft from before the sermon's first save, the draft opens, because it has later words.
    const drafts = draftsAt(newDraftKey('sermons', props.owner.id, verse))
    return drafts.some((key) => sermonDrafts.kept(key)?.id === first) ? null : first
  })
  const change = (id: string | null) => props.guard(() => setOpen(id))
  return (
    // On a small screen the window scrolls, and the workspace has no padding around the editor's foot.
    <div className={beside ? '[--title-end:44px]' : '[--foot:0px]'}>
      {/* If the button for the width is alone in its row, the button stands beside the first line of the sermon. */}
      <div
        className={`mb-2 flex flex-wrap items-center gap-1 ${beside ? 'relative z-10 has-[>:only-child]:pointer-events-none has-[>:only-child]:-mb-12' : ''}`}
      >
        {(onVerse.length > 1 || (open === null && onVerse.length > 0)) && (
          <select
            aria-label={t('sermons.which')}
            value={open ?? ''}
            onChange={(event) => change(event.target.value || null)}
            className="field w-auto max-w-60 grow"
          >
            {open === null && <option value="">{t('sermons.new')}</option>}
            {onVerse.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
        {open !== null && (
          <Button look="quiet" className="px-2!" onClick={() => change(null)}>
            <Plus size={18} strokeWidth={1.8} aria-hidden />
            {t('sermons.another')}
          </Button>
        )}
        <span className="pointer-events-auto ml-auto flex">
          {beside && <Wider />}
          {open !== null && (
            <IconButton
              icon={Maximize2}
              label={t('sermons.fullPage')}
              onClick={() => {
                // Nothing is lost, because the page continues with the unsaved words on the device.
                props.onUnsaved(null)
                navigate(`/my-memos/sermons/${open}?edit`)
              }}
            />
          )}
        </span>
      </div>
      {open === null ? <New {...props} onVerse={onVerse} /> : <Known key={open} {...props} id={open} />}
    </div>
  )
}

/** Edits the sermons on a verse, or begins one. */
const SermonWorkspace = (props: WorkspaceProps) => {
  const isOpen = useKeptWorkOpen()
  const { t } = useTranslation()
  const { items, isComing } = useItemsOnChapter(overlaySermons, props.owner, props.chosen.column)
  // The editor stays open while the sermons are fetched again.
  const [begun, setBegun] = useState<readonly OverlaySermon[] | null>(null)
  if (!isComing && !begun) setBegun(sermonsOnVerse(items, props.chosen.parts[0].verse))
  if (begun && isOpen)
    return <Sermons {...props} sermons={isComing ? begun : sermonsOnVerse(items, props.chosen.parts[0].verse)} />
  return <div className="skeleton h-80" role="status" aria-label={t('loading')} />
}
export default SermonWorkspace
