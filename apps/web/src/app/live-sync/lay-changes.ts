import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Item } from '../../api/pending-write.ts'
import { MINE } from '../../api/query-client.ts'
import type { Served } from '../../api/request.ts'
import type { KeptKind, OfflineKind } from '../../study/offline-kind.ts'
import { overlayAddress } from '../../study/overlay-query.ts'
import { type Changed, concernedBy, isServedWith } from './refresh-queries.ts'

type SyncedKind = Pick<KeptKind, 'name' | 'history' | 'moves'> & {
  readonly kind: Pick<OfflineKind, 'path' | 'pathOf' | 'onVerses'>
}

/** An item as a live-sync message carries it. */
type MessageItem = Item & { readonly version?: string; readonly book?: string }
type Change = Changed & { readonly id: string; readonly item: MessageItem | null }
type Items = readonly Item[]
const NONE: Items = []

/**
 * A query's answer after a change. It is the same object if the change does not concern the query. Null if only the
 * server knows the result.
 */
type Result<T> = T | null

const without = (items: Items, id: string): Items => (has(items, id) ? items.filter((one) => one.id !== id) : items)
/** Replaces an item. Fields that only the list has stay; a style or tags that the message lacks are removed. */
const replaced = (items: Items, item: Item): Items =>
  items.map((one) => (one.id === item.id ? { ...one, style: undefined, tags: undefined, ...item } : one))
const has = (items: Items, id: string): boolean => items.some((one) => one.id === id)

/**
 * A chapter's items after the change. Null if only the server knows the item's verses in the numbering of the shown
 * version.
 */
const onChapter = (
  items: Items,
  shownChapter: { version: string; book: string; chapter: number },
  change: Change,
  kind: SyncedKind,
): Result<Items> => {
  const { onVerses } = kind.kind
  const { id, item } = change
  if (!onVerses) return items
  if (item === null) return without(items, id)
  const isThere = has(items, id)
  if (item.version !== shownChapter.version) {
    if (isThere && !kind.moves) return replaced(items, item)
    return isThere || item.book === shownChapter.book ? null : items
  }
  if (!onVerses.isOn(item, shownChapter)) return without(items, id)
  const shown = onVerses.shown(item) as Item
  return isThere ? items.map((one) => (one.id === id ? shown : one)) : [...items, shown]
}

/**
 * A list, newest first, after the change. `isWhole` says whether `items` is the whole list. Null if only the server
 * knows where the item belongs: after a restore, or if a whole list lacks the item.
 */
const inList = (items: Items, { id, item, action }: Change, isWhole: boolean): Result<Items> => {
  if (item === null) return without(items, id)
  if (has(items, id)) return replaced(items, item)
  if (action === 'added') return [item, ...items]
  return action === 'restored' || isWhole ? null : items
}

const layPages = (data: InfiniteData<Served<Items>>, change: Change): Result<InfiniteData<Served<Items>>> => {
  const isWhole = data.pages.at(-1)?.next === null
  const pageIndex = data.pages.findIndex(({ value }) => has(value, change.id))
  const at = Math.max(0, pageIndex)
  const page = data.pages[at]
  const value = page && inList(page.value, change, isWhole)
  if (!value) return null
  return {
    ...data,
    pages: data.pages.map((one, index) => ({ ...one, ...(index === at && { value }), at: change.position })),
  }
}

type QueryData = { readonly at?: string; readonly value?: unknown; readonly pages?: readonly Served<Items>[] }

/**
 * A query's data after the change, or null if only the server knows the result. The query's key is given without the
 * person.
 */
const layInto = ([what, ...rest]: QueryKey, data: QueryData, change: Change, kind: SyncedKind): Result<unknown> => {
  const { position: at, id, item } = change
  const served = data as Served<unknown>
  if (what === 'overlay') {
    const [book, chapter, version] = rest as [string, number, string]
    const lists = served.value as Readonly<Record<string, Items | undefined>>
    const before = lists[kind.name] ?? NONE
    const items = onChapter(before, { book, chapter, version }, change, kind)
    if (items === null) return null
    return items === before ? { ...served, at } : { ...served, value: { ...lists, [kind.name]: items }, at }
  }
  if (what !== kind.name || (rest[0] === 'one' && rest[1] !== id)) return data
  if (rest[0] === 'one') return item && { ...served, value: item, at }
  if (rest.length === 1 && rest[0] === 'list') return layPages(data as InfiniteData<Served<Items>>, change)
  if (rest.length > 0 || !Array.isArray(served.value)) return null
  const value = inList(served.value as Items, change, served.next === null)
  return value && { ...served, value, at }
}

/**
 * The answers of a query that this device stores for when the server is away. Each comes with the path that was read.
 */
const answersOf = (
  [what, ...rest]: QueryKey,
  data: unknown,
  kinds: readonly SyncedKind[],
): readonly (readonly [path: string, answer: Served<unknown>])[] => {
  const { pages, pageParams } = data as InfiniteData<Served<unknown>, string>
  if (pages) return pages.map((page, index) => [pageParams[index] ?? '', page])
  const served = data as Served<unknown>
  if (what === 'overlay') {
    const [book, chapter, version] = rest as [string, number, string]
    return [[overlayAddress({ book, chapter, version }), served]]
  }
  const kind = kinds.find(({ name }) => name === what)?.kind
  const path = rest[0] === 'one' ? kind?.pathOf?.(served.value as Item) : kind?.path
  return path === undefined ? [] : [[path, served]]
}

/**
 * Applies the messages' changes to older query data, and stores the results on this device. If only the server knows
 * the result, or a change came without its item, the data stays, and refreshQueries fetches it again. Queries that are
 * already to be fetched again are left alone. `keep`: replaces a stored answer; null deletes it.
 */
export const layChanges = (
  queries: QueryClient,
  userId: string,
  kinds: readonly SyncedKind[],
  changes: readonly Changed[],
  keep: (path: string, answer: Served<unknown> | null) => void,
): void => {
  const byHistory = new Map<HistoryKind, SyncedKind>(kinds.map((kind) => [kind.history, kind]))
  for (const { kind, id, item } of changes) {
    const path = item === null && id !== null && byHistory.get(kind)?.kind.pathOf?.({ id })
    if (path) keep(path, null)
  }
  const lacksItem = concernedBy(
    kinds,
    changes.filter(({ id, item }) => id === null || item === undefined),
  )
  for (const query of queries.getQueryCache().findAll({ queryKey: [MINE, userId] })) {
    const { queryKey, state } = query
    // If a change came without its item, the query's later changes are not applied either. Otherwise the query's
    // position would claim that it has all of them.
    if (state.data === undefined || state.isInvalidated || lacksItem(query)) continue
    const key = queryKey.slice(2)
    let data: unknown = state.data
    for (const change of changes) {
      const kind = byHistory.get(change.kind)
      if (!kind || change.id === null || change.item === undefined || isServedWith(data, change.position)) continue
      data = layInto(key, data as QueryData, change as Change, kind)
      if (data === null) break
    }
    if (data === null || data === state.data) continue
    // The data keeps its age, so that it is fetched again as often as before.
    queries.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
    const before = new Map(answersOf(key, state.data, kinds))
    for (const [path, answer] of answersOf(key, data, kinds))
      if (before.get(path)?.value !== answer.value) keep(path, answer)
  }
}
