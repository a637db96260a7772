import type { PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { formatDay } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { nameOfPassage } from '../../study/own-words/own-cards.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { SearchInput } from '../../ui/search-field.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { ItemEntry } from './item-view.tsx'
import { Around } from './pad-around.ts'
import { sayYours } from './say-yours.ts'

/** The most items that are offered. To find another item, the person types more of its words. */
const OFFERED = 50
/** The pause after the last letter before the server is asked, in milliseconds. */
const PAUSE_MS = 120

type Props = {
  readonly onPick: (entry: ItemEntry) => void
  readonly onClose: () => void
}

/** A dialog in which the person finds one of their items by its words, and picks it. */
const PickItem = ({ onPick, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const around = use(Around)
  const [typed, setTyped] = useState('')
  const query = useSettled(typed.trim(), PAUSE_MS)
  const userId = around?.owner.id ?? ''
  const asked = new URLSearchParams({ limit: String(OFFERED), ...(query && { query }) })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [MINE, userId, 'writing', 'to-pick', query],
    queryFn: ({ signal }) => readSeen<readonly FoundWriting[]>(userId, `/api/writing?${asked}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The results contain the person's words, so the cache drops them 60 s after they were last shown.
    gcTime: 60_000,
  })
  const kindOf = ({ kind }: FoundWriting) => around?.kinds?.find(({ name }) => name === kind)?.history
  const pick = (found: FoundWriting) => {
    const kind = kindOf(found)
    if (kind && kind !== 'settings') onPick({ type: 'item', kind, id: found.id })
  }
  // A pad cannot contain itself.
  const found = data?.value.filter(({ id }) => id !== around?.padId) ?? []
  return (
    <Dialog title={t('pads.pickTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The editor's form around the dialog must not get the event.
          event.stopPropagation()
        }}
        className="mb-2"
      >
        <SearchInput
          label={t('pads.pickSearch')}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <p role="status" className="sr-only">
        {!isFetching && t('pads.found', { count: found.length })}
      </p>
      {error && <FetchFailed words={sayProblem(t, error) ?? t('pads.pickFailed')} onRetry={() => void refetch()} />}
      {data && found.length === 0 && <p className="py-6 text-center text-sm text-muted">{t('pads.noneFound')}</p>}
      <ul className="grid">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="border-t border-line first:border-0">
            <button
              type="button"
              onClick={() => pick(one)}
              className="grid min-h-11 w-full gap-0.5 rounded-sm px-2 py-2.5 text-start hover:bg-sunk"
            >
              <span className="line-clamp-2 font-scripture leading-snug font-semibold wrap-anywhere">
                {one.title || one.excerpt || (one.passage && nameOfPassage(one.passage, language))}
              </span>
              <span className="text-xs text-muted">
                {sayYours(t, (kindOf(one) ?? 'note') as PadItemKind)}
                {one.passage && ` · ${citation(nameOfPassage(one.passage, language), one.passage.version)}`}
                {` · ${formatDay(one.at, language)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
export default PickItem
