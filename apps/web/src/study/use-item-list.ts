import type { User } from '@pathlight/contracts/accounts.ts'
import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { hasTag, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Item, PendingWrite, WriteKind } from '../api/pending-write.ts'
import { MINE } from '../api/query-client.ts'
import { readSeen, type Seen } from '../api/read-seen.ts'
import { shownItems } from '../api/shown-items.ts'
import { usePendingWrites } from '../api/use-pending-writes.ts'
import { useSettled } from '../ui/use-settled.ts'
import { isUnknown } from './is-unknown.ts'

type ListItem = Item & { readonly created_at: string }

/** A list of all of a person's items of a kind, newest first, in pages from the server. */
export type ListKind<I extends ListItem> = {
  readonly writes: WriteKind<I>
  readonly path: string
  /** The searchable text of an item, which is the same on the server (libs/contracts/src/find-rules.ts). */
  readonly findable: (item: I) => string
  /** A filter. `asked`: its parameters for the server. `has`: whether an item matches. */
  readonly only?: { readonly asked: Readonly<Record<string, string>>; readonly has: (item: I) => boolean }
  /** The list lacks some of the searchable text, so the server is always asked too. */
  readonly searchedThere?: boolean
}

/** Adds a filter by tag to a list. '' adds none. */
export const withTag = <I extends ListItem & Tagged>(list: ListKind<I>, tag = ''): ListKind<I> => {
  if (tag === '') return list
  const key = tagKey(tag)
  const { asked, has } = list.only ?? { has: () => true }
  return { ...list, only: { asked: { ...asked, tag }, has: (item) => has(item) && hasTag(item, key) } }
}

/** The number of items on the first page, which should load fast, and on each later page. */
const FIRST_PAGE = 50
const PAGE = 200
/** The most items that are fetched to be searched on this device. The server searches longer lists. */
const SEARCHED_HERE = 1000
/** The pause after the last letter before the server is asked, in milliseconds. */
const PAUSE_MS = 150

type Pages<I> = InfiniteData<Seen<readonly I[]>>

const usePages = <I extends ListItem>(user: User, kind: ListKind<I>, query: string, enabled: boolean, keep = false) =>
  useInfiniteQuery({
    queryKey: query === '' ? listKey(user.id, kind) : [...listKey(user.id, kind), query],
    queryFn: ({ pageParam, signal }) => readSeen<readonly I[]>(user.id, pageParam, signal),
    initialPageParam: `${kind.path}?${new URLSearchParams({ limit: String(FIRST_PAGE), ...kind.only?.asked, ...(query && { query }) })}`,
    getNextPageParam: ({ next }) => next?.replace(/\blimit=\d+/, `limit=${PAGE}`),
    enabled,
    // Until the answer for a new filter arrives, the list shows the previous filter's answer.
    ...(keep && { placeholderData: keepPreviousData }),
    // When the person returns to the window, only a short list (at most three pages) is fetched again.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
  })

const listKey = <I extends ListItem>(userId: string, { writes, only }: ListKind<I>) => [
  MINE,
  userId,
  writes.name,
  'list',
  // The last part of a search's key is the searched words. 'only' keeps a filter from being taken for such words.
  ...(only && Object.keys(only.asked).length > 0 ? [new URLSearchParams(only.asked).toString(), 'only'] : []),
]

/**
 * The items of a list in the server's order, with `others` inserted by their times. At equal times `others` come first.
 */
export const withOthers = <I extends ListItem>(list: readonly I[], others: readonly I[]): readonly I[] => {
  const rest = others.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const before = (item: I) => {
    const from = rest.findIndex(({ created_at }) => created_at < item.created_at)
    return rest.splice(0, from === -1 ? rest.length : from)
  }
  return [...list.flatMap((item) => [...before(item), item]), ...rest]
}

/** The clocks of two devices may differ by this many milliseconds. A larger difference means a restored item. */
const CLOCKS_DIFFER_MS = 10_000

/**
 * The restored items of a list. The server lists restored items first, as if they were new, and `itemsOf` moves them to
 * their old places. An item counts as restored if it is more than CLOCKS_DIFFER_MS older than an item below it.
 */
export const restoredIn = <I extends ListItem>(list: readonly I[]): ReadonlySet<I> => {
  const restored = new Set<I>()
  let newest = Number.NEGATIVE_INFINITY
  for (const item of list.toReversed()) {
    const made = Date.parse(item.created_at)
    if (made < newest - CLOCKS_DIFFER_MS) restored.add(item)
    else newest = Math.max(newest, made)
  }
  return restored
}

/**
 * The loaded items, unsent changes included. A new or restored item appears once the loaded pages reach back to its
 * time.
 */
const itemsOf = <I extends ListItem>(
  data: Pages<I> | undefined,
  writes: readonly PendingWrite<I>[],
  isWhole: boolean,
  has: (item: I) => boolean = () => true,
): readonly I[] => {
  const [first] = data?.pages ?? []
  if (!data || !first) return []
  const served = data.pages.flatMap(({ value }) => value)
  const known = new Set(served.map(({ id }) => id))
  const all = data.pages.flatMap(({ value, at }) => shownItems(value, at, writes, (_, isKnown) => isKnown)).filter(has)
  const restored = restoredIn(all)
  const shown = restored.size > 0 ? all.filter((item) => !restored.has(item)) : all
  const last = served.findLast((item) => !restored.has(item))
  const isReached = (item: I) => has(item) && (isWhole || (last !== undefined && item.created_at >= last.created_at))
  const others = writes.filter(({ itemId }) => !known.has(itemId))
  // Of items with the same time, the one added last comes first.
  const added = [...shownItems([], first.at, others, isReached), ...[...restored].filter(isReached)].toReversed()
  return added.length > 0 ? withOthers(shown, added) : shown
}

/** The searchable text of each item, computed once. */
const texts = new WeakMap<Item, string>()
const textOf = <I extends Item>(item: I, findable: (item: I) => string): string => {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = findable(item)
  texts.set(item, text)
  return text
}

export type ItemList<I> = {
  /** Undefined until the first page arrives. If the page cannot be fetched, the unsent items, if any. */
  readonly items: readonly I[] | undefined
  /**
   * Whether the whole list has loaded and has no items. With the filter `only`, the list has only the filter's items. A
   * search does not change this value.
   */
  readonly isEmpty: boolean
  /** The search is not finished. */
  readonly isSearching: boolean
  /** The server is away, and some or all items come from this device. */
  readonly isHere: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Fetches the next page. Null while a page loads or a search begins, and after the last page. */
  readonly more: (() => void) | null
}

/**
 * A person's items of a kind, or those that match `query`. The search begins in the loaded items. The server continues
 * it in a long list, or if the kind is `searchedThere`. `isBack`: the person returns to the page, and sees as much of
 * the list as before. `kind` must be the same object while its values are the same.
 */
export const useItemList = <I extends ListItem>(
  user: User,
  kind: ListKind<I>,
  query: string,
  isBack: boolean,
): ItemList<I> => {
  const queries = useQueryClient()
  const key = useMemo(() => listKey(user.id, kind), [user.id, kind])
  // A new visit fetches only the first page again, so the later pages are dropped before the query runs.
  const begun = useRef(isBack)
  useLayoutEffect(() => {
    if (begun.current) return
    begun.current = true
    queries.setQueryData<Pages<I>>(key, (data) =>
      data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
    )
  }, [queries, key])
  const writes = usePendingWrites(kind.writes, user.id)
  const all = usePages(user, kind, '', true, kind.only !== undefined)
  const isWhole = all.data !== undefined && !all.hasNextPage && !all.isPlaceholderData
  // If the list cannot be fetched, unsent items are still shown.
  const here = useMemo(
    () =>
      all.data
        ? itemsOf(all.data, writes, isWhole, kind.only?.has)
        : withOthers([], shownItems([], '0', writes, kind.only?.has ?? (() => true))),
    [all.data, writes, isWhole, kind],
  )

  const words = useMemo(() => wordsToFind(query), [query])
  const asks = words.length > 0
  const { findable, searchedThere = false } = kind
  const foundHere = useMemo(
    () => (asks ? here.filter((item) => hasWords(textOf(item, findable), words)) : here),
    [asks, here, words, findable],
  )
  const fetchHere =
    asks && !searchedThere && all.hasNextPage && !all.isFetchingNextPage && !all.isError && here.length < SEARCHED_HERE
  const { fetchNextPage } = all
  useEffect(() => {
    if (fetchHere) void fetchNextPage()
  }, [fetchHere, fetchNextPage])

  const settled = useSettled(words.join(' '), PAUSE_MS)
  const asksServer = asks && (searchedThere || (!isWhole && here.length >= SEARCHED_HERE))
  const found = usePages(user, kind, settled, asksServer && settled !== '')
  const answers = asksServer && settled === words.join(' ') ? found : null
  const foundThere = useMemo(() => itemsOf(answers?.data, writes, false, kind.only?.has), [answers?.data, writes, kind])
  const items = useMemo(() => {
    if (foundThere.length === 0) return foundHere
    const known = new Set(foundHere.map(({ id }) => id))
    return withOthers(
      foundHere,
      foundThere.filter(({ id }) => !known.has(id)),
    )
  }, [foundHere, foundThere])

  // A page of a search may have few results. Further pages, if any, are fetched until there are FIRST_PAGE results.
  const goesOn = answers?.hasNextPage === true && !answers.isFetching && !answers.isError && items.length < FIRST_PAGE
  const fetchFound = found.fetchNextPage
  useEffect(() => {
    if (goesOn) void fetchFound()
  }, [goesOn, fetchFound])

  const source = asksServer ? answers : all
  return {
    items: all.data || (isUnknown(all) && here.length > 0) ? items : undefined,
    isEmpty: isWhole && here.length === 0,
    isSearching: (asksServer ? !answers || answers.isFetching || goesOn : asks && !isWhole) || all.isPlaceholderData,
    isHere: [all, answers].some((one) => one?.data?.pages.some(({ here }) => here)),
    error: all.error ?? found.error,
    retry: () => void (all.isError ? all.refetch() : found.refetch()),
    more: source?.hasNextPage && !source.isFetching ? () => void source.fetchNextPage() : null,
  }
}
