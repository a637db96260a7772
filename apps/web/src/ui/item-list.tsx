import { type ReactNode, useDeferredValue, useRef } from 'react'
import { Button } from './button.tsx'
import { FetchFailed } from './fetch-failed.tsx'
import { CloudOff, SearchX } from './icons.ts'
import type { LucideIcon } from './lucide-icon.ts'
import { Notice } from './notice.tsx'
import { passFocusOn } from './pass-focus-on.ts'
import { SearchInput } from './search-field.tsx'
import { useNearScreen } from './use-near-screen.ts'

type Words = {
  /** The label and placeholder of the search field. */
  readonly search: string
  /** The title and text of an empty list. */
  readonly empty: string
  readonly emptyText: string
  readonly noMatch: string
  readonly showAll: string
  /** The number of results in words, for screen readers. */
  readonly count: (count: number) => string
  readonly searching: string
  readonly more: string
  readonly loading: string
}

/** The search, the tag that items must have (absent: any), and the number of items that are shown. */
export type ItemListView = { readonly query: string; readonly tag?: string; readonly shown: number }
/** The number of cards that are shown at first, and that are added when the last card comes near the screen. */
const STEP = 50
export const ALL_ITEMS: ItemListView = { query: '', shown: STEP }

type Props<I extends { readonly id: string }> = {
  readonly words: Words
  readonly icon: LucideIcon
  /** Buttons for an empty list. */
  readonly whenEmpty: ReactNode
  /** Undefined while the items load. */
  readonly items: readonly I[] | undefined
  readonly isEmpty: boolean
  readonly isSearching: boolean
  /** A note above the cards, for example that the items come from this device. */
  readonly hint?: string | null
  /** Why the items could not be loaded. Null if there is no problem. */
  readonly problem: string | null
  readonly onRetry: () => void
  /** Loads the next page. Null while a page loads, and after the last page. */
  readonly onMore: (() => void) | null
  readonly view: ItemListView
  readonly onView: (view: ItemListView) => void
  /** The filters below the search field. `onEnd` clears them. */
  readonly filters?: { readonly controls: ReactNode; readonly onEnd: () => void }
  /** Where else to search, shown if no item matches. */
  readonly elsewhere?: { readonly text: string; readonly action: ReactNode } | undefined
  /** Renders the items that are shown now. */
  readonly list: (items: readonly I[]) => ReactNode
  /** The longest query, in UTF-16 units. */
  readonly longest?: number
}

/** A button that acts by itself when it comes near the screen. */
const More = ({ label, onMore }: { label: string; onMore: () => void }) => {
  const ref = useRef<HTMLDivElement>(null)
  useNearScreen(ref, onMore)
  return (
    <div ref={ref} className="mt-5 flex justify-center">
      <Button ref={passFocusOn} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}

type CardsProps<I> = { readonly items: readonly I[]; readonly card: (item: I) => ReactNode }

/** Items as rows with lines between them. Only rows near the screen are laid out. */
export const Cards = <I extends { readonly id: string }>({ items, card }: CardsProps<I>) => (
  <ul className="grid wide:-mx-3">
    {items.map((item) => (
      <li
        key={item.id}
        ref={passFocusOn}
        className="border-line [contain-intrinsic-size:auto_8rem] [content-visibility:auto] not-first:border-t"
      >
        {card(item)}
      </li>
    ))}
  </ul>
)

/** A list of a person's items, with a search field. */
export const ItemList = <I extends { readonly id: string }>({
  words,
  icon,
  whenEmpty,
  items,
  isEmpty,
  isSearching,
  hint = null,
  problem,
  onRetry,
  onMore,
  view,
  onView,
  filters,
  elsewhere,
  list,
  longest,
}: Props<I>) => {
  // Typed letters appear before the results are rendered.
  const results = useDeferredValue(items)
  if (problem && !items) return <Notice tone="error" title={problem} onRetry={onRetry} />
  if (!results)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{words.loading}</span>
        <div className="skeleton h-11" />
        <div className="skeleton h-36" />
        <div className="skeleton h-36" />
      </div>
    )
  const hintNote = hint && (
    <p role="note" className="mb-3 flex items-start gap-2 text-sm text-pretty break-keep text-muted">
      <CloudOff size={16} strokeWidth={1.8} className="mt-0.5 flex-none" aria-hidden />
      {hint}
    </p>
  )
  if (isEmpty)
    return (
      <>
        {hintNote}
        <Notice icon={icon} title={words.empty} actions={whenEmpty}>
          {words.emptyText}
        </Notice>
      </>
    )
  const onSearch = (query: string) => onView({ ...view, ...ALL_ITEMS, query })
  const showMore = () => onView({ ...view, shown: view.shown + STEP })
  const more = results.length > view.shown ? showMore : onMore
  return (
    <>
      <SearchInput
        label={words.search}
        value={view.query}
        maxLength={longest}
        onChange={(event) => onSearch(event.target.value)}
        place="mb-4"
      />
      {filters?.controls}
      {hintNote}
      <p
        role="status"
        className={isSearching && results.length === 0 ? 'py-8 text-center text-sm text-muted' : 'sr-only'}
      >
        {isSearching ? words.searching : view.query.trim() !== '' && words.count(results.length)}
      </p>
      {results.length === 0 && !isSearching && !problem && (
        <Notice
          icon={SearchX}
          title={words.noMatch}
          actions={
            <>
              {elsewhere?.action}
              <Button onClick={filters ? filters.onEnd : () => onSearch('')}>{words.showAll}</Button>
            </>
          }
        >
          {elsewhere?.text}
        </Notice>
      )}
      {list(results.slice(0, view.shown))}
      {problem && <FetchFailed words={problem} onRetry={onRetry} />}
      {more && !problem && <More label={words.more} onMore={more} />}
    </>
  )
}
