import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import {
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { isComposing } from '../../ui/composing.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AddEntry } from './add-entry.tsx'
import { dragRow } from './drag-row.ts'
import { passageName } from './entries/passage-entry.ts'
import { type Row, rowsOf, withAdded, withBack, withChanged, withMoved, without } from './entries/rows.ts'
import { EntryRow, type RowActs } from './entry-row.tsx'
import { sayYours } from './say-yours.ts'

/**
 * FIRST rows are rendered first, and the others right after them. The words of the first FETCHED rows are fetched at
 * once.
 */
const FIRST = 30
const FETCHED = 12
/** The longest name of a heading or text in messages and labels, in UTF-16 units. */
const CALLED_MOST = 60

type Entries = readonly PadEntry[]
type Props = {
  readonly entries: Entries
  /** The text in the field that adds entries. */
  readonly adding: string
  readonly onChange: (words: { readonly entries?: Entries; readonly adding?: string }) => void
}

export const EntryList = ({ entries, adding: typed, onChange }: Props) => {
  const rows = rowsOf(entries)
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const list = useRef<HTMLOListElement>(null)
  const [addsBehind, setAddsBehind] = useState<string | null>(null)
  /** The last action on a row, in words for screen readers. */
  const [told, setTold] = useState('')
  const [isWhole, setWhole] = useState(rows.length <= FIRST)
  useEffect(() => startTransition(() => setWhole(true)), [])
  // Once the list is unmounted, undo would change nothing, so the offer to undo ends.
  const endOffer = useRef(() => {})
  useEffect(() => () => endOffer.current(), [])
  // Callbacks read the current values from this ref. So the callbacks stay the same, and rows are not rendered again.
  const now = useRef({ entries, onChange })
  now.current = { entries, onChange }

  const nameOf = useCallback(
    ({ entry }: Row): string => {
      if (entry.type === 'passage') return passageName(entry, language)
      if (entry.type === 'item') return sayYours(t, entry.kind)
      if (entry.type === 'heading') return entry.text.trim().slice(0, CALLED_MOST) || t('pads.heading')
      return plainTextOfMarkdown(entry.text.trim().slice(0, 4 * CALLED_MOST)).slice(0, CALLED_MOST) || t('pads.text')
    },
    [t, language],
  )
  const acts = useMemo((): RowActs & { readonly moveTo: (key: string, to: number) => void } => {
    const become = (next: Entries) => {
      now.current = { ...now.current, entries: next }
      now.current.onChange({ entries: next })
    }
    const placeOf = (key: string) => rowsOf(now.current.entries).findIndex((row) => row.key === key)
    const moveTo = (key: string, to: number) => {
      const next = withMoved(now.current.entries, key, to)
      if (next !== now.current.entries) become(next)
      const place = placeOf(key)
      const row = rowsOf(next)[place]
      if (row) setTold(t('pads.movedTo', { what: nameOf(row), place: place + 1, count: next.length }))
    }
    return {
      moveTo,
      move: (key, by) => moveTo(key, placeOf(key) + by),
      change: (key, entry) => become(withChanged(now.current.entries, key, entry)),
      remove: (key) => {
        const place = placeOf(key)
        const row = rowsOf(now.current.entries)[place]
        if (!row) return
        become(without(now.current.entries, key))
        endOffer.current = say(t('pads.removed', { what: nameOf(row) }), 'ok', {
          label: t('undo'),
          act: () => become(withBack(now.current.entries, row, place)),
        })
        // The row that had the focus is gone, so the row at its place gets the focus. If no row is left, the field that
        // adds entries gets it.
        requestAnimationFrame(() => {
          const left = [...(list.current?.querySelectorAll<HTMLElement>('[data-grip]') ?? [])]
          const add = list.current?.parentElement?.querySelector<HTMLElement>('.pad-add textarea')
          ;(left[Math.min(place, left.length - 1)] ?? add)?.focus()
        })
      },
      addBehind: setAddsBehind,
    }
  }, [t, say, nameOf])

  const add = (more: Entries) => {
    const { entries: next, added } = withAdded(entries, addsBehind, more)
    const last = added.at(-1)
    onChange({ entries: next, adding: '' })
    if (addsBehind !== null && last) setAddsBehind(last.key)
    const isEmpty = last && 'text' in last.entry && last.entry.text === ''
    setTold(last ? t('pads.added', { what: nameOf(last) }) : '')
    // A new empty heading or text gets the caret.
    if (isEmpty)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-row='${last?.key}'] textarea`)?.focus(),
      )
  }
  const rowAt = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null)
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || isComposing(event.nativeEvent)) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const key = rowAt(event.target)?.dataset.row
    if (by === 0 || key === undefined) return
    event.preventDefault()
    acts.move(key, by)
  }
  const grab = (event: PointerEvent) => {
    const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
    const row = rowAt(event.target)
    const key = row?.dataset.row
    if (!isGrip || event.button !== 0 || !row || key === undefined || !list.current) return
    dragRow(event, row, list.current, (to) => acts.moveTo(key, to))
  }

  const behind = rows.findIndex(({ key }) => key === addsBehind)
  const versionBefore = (at: number): string | null => {
    const passage = rows.slice(0, at).findLast(({ entry }) => entry.type === 'passage')
    return passage?.entry.type === 'passage' ? passage.entry.version : null
  }
  const adding = (
    <AddEntry
      version={versionBefore(behind < 0 ? rows.length : behind + 1)}
      isAsked={behind >= 0}
      typed={typed}
      onTyped={(text) => onChange({ adding: text })}
      onAdd={add}
      onClose={() => {
        setAddsBehind(null)
        // The field with the focus is gone, so the row before it gets the focus.
        requestAnimationFrame(() =>
          list.current?.querySelector<HTMLElement>(`[data-row='${addsBehind}'] :is(textarea, [data-grip])`)?.focus(),
        )
      }}
    />
  )
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      <ol ref={list} className="pad-rows" onKeyDown={press} onPointerDown={grab}>
        {(isWhole ? rows : rows.slice(0, FIRST)).flatMap((row, index) => [
          <EntryRow key={row.key} row={row} nameOf={nameOf} acts={acts} isFirst={index < FETCHED} />,
          ...(index === behind ? [<li key="adding">{adding}</li>] : []),
        ])}
      </ol>
      {behind < 0 && adding}
    </>
  )
}
