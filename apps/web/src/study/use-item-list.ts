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

/** A list of all that a person has of a kind, newest first, as the server gives it: page by page. */
export type ListKind<I extends ListItem> = {
  readonly writes: WriteKind<I>
  readonly path: string
  /** By what words an item is found: the same as on the server (libs/contracts/src/find-rules.ts). */
  readonly findable: (item: I) => string
  /** Only some of the items: what else the list asks the server by, and which new items belong to it. */
  readonly only?: { readonly asked: Readonly<Record<string, string>>; readonly has: (item: I) => boolean }
  /** The list has not all that an item is found by: the server searches, too, however few there are. */
  readonly searchedThere?: boolean
}

/** Of a list what has a tag; all of it without one. */
export const withTag = <I extends ListItem & Tagged>(list: ListKind<I>, tag = ''): ListKind<I> => {
  if (tag === '') return list
  const key = tagKey(tag)
  const { asked, has } = list.only ?? { has: () => true }
  return { ...list, only: { asked: { ...asked, tag }, has: (item) => has(item) && hasTag(item, key) } }
}

/** Items of the first page, which is to be on the screen at once, and of the later ones. */
const FIRST_PAGE = 50
const PAGE = 200
/** So many are fetched to be searched here, as one types; where there are more, the server searches. */
const SEARCHED_HERE = 1000
/** How long after the last typed letter the server is asked, in milliseconds. */
const PAUSE_MS = 150

type Pages<I> = InfiniteData<Seen<readonly I[]>>

const usePages = <I extends ListItem>(user: User, kind: ListKind<I>, query: string, enabled: boolean, keep = false) =>
  useInfiniteQuery({
    queryKey: query === '' ? listKey(user.id, kind) : [...listKey(user.id, kind), query],
    queryFn: ({ pageParam, signal }) => readSeen<readonly I[]>(user.id, pageParam, signal),
    initialPageParam: `${kind.path}?${new URLSearchParams({ limit: String(FIRST_PAGE), ...kind.only?.asked, ...(query && { query }) })}`,
    getNextPageParam: ({ next }) => next?.replace(/\blimit=\d+/, `limit=${PAGE}`),
    enabled,
    // Until the answer of this filter comes, the list shows what the filter before found.
    ...(keep && { placeholderData: keepPreviousData }),
    // Coming back to the window asks again for what a few requests bring; a long list only when it is come to.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
  })

const listKey = <I extends ListItem>(userId: string, { writes, only }: ListKind<I>) => [
  MINE,
  userId,
  writes.name,
  'list',
  // Its keys and values in one word: in the query's key the search stands behind it.
  ...(only && Object.keys(only.asked).length > 0 ? [new URLSearchParams(only.asked).toString(), 'only'] : []),
]

/**
 * The items of a list in the server's order, with the others put between them by their times. At the same time, the
 * other comes first.
 */
export const withOthers = <I extends ListItem>(list: readonly I[], others: readonly I[]): readonly I[] => {
  const rest = others.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const before = (item: I) => {
    const from = rest.findIndex(({ created_at }) => created_at < item.created_at)
    return rest.splice(0, from === -1 ? rest.length : from)
  }
  return [...list.flatMap((item) => [...before(item), item]), ...rest]
}

/** The clocks of two devices that write differ by less, in milliseconds. */
const CLOCKS_DIFFER_MS = 10_000

/**
 * The server puts what was restored first, like something new. Here it goes to its old place. An item that is older
 * than one behind it, by more than clocks differ, was restored.
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
 * The pages' items with what was changed since. A new or restored item appears only when the list has come to its
 * place.
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
  // Of one moment, what was made last comes first.
  const added = [...shownItems([], first.at, others, isReached), ...[...restored].filter(isReached)].toReversed()
  return added.length > 0 ? withOthers(shown, added) : shown
}

/** By what items are found, made once for each. */
const texts = new WeakMap<Item, string>()
const textOf = <I extends Item>(item: I, findable: (item: I) => string): string => {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = findable(item)
  texts.set(item, text)
  return text
}

export type ItemList<I> = {
  /** Undefined while the first are coming. */
  readonly items: readonly I[] | undefined
  /** Whether the person has none at all. */
  readonly isEmpty: boolean
  /** More are being looked for. */
  readonly isSearching: boolean
  /** The server is away: some of it, or all, is what this device has. */
  readonly isHere: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Asks for the next ones; null while they come, and where there are none. */
  readonly more: (() => void) | null
}

/**
 * What a person has of a kind, or what `query` finds of it: first among the items that are here, in a long list then on
 * the server. `isBack`: the person comes back to the page, and finds as much of the list as they had. `kind` is the
 * same object as long as it says the same.
 */
export const useItemList = <I extends ListItem>(
  user: User,
  kind: ListKind<I>,
  query: string,
  isBack: boolean,
): ItemList<I> => {
  const queries = useQueryClient()
  const key = useMemo(() => listKey(user.id, kind), [user.id, kind])
  // For a new visit the first page alone is asked again: the pages after it go before the query below asks.
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
  // Where it cannot be had, what waits on this device is there all the same.
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

  // A page of a search may be short: as long as nothing is to be seen of it, the next one is asked for.
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
