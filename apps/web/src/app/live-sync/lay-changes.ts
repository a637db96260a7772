import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Item } from '../../api/pending-write.ts'
import { MINE } from '../../api/query-client.ts'
import type { Served } from '../../api/request.ts'
import type { Kind } from '../../study/kind.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { overlayAddress } from '../../study/overlay-query.ts'
import { type Changed, isServedWith } from './refresh-queries.ts'

/** What must be known of a kind: its names, and how its items are shown. */
export type LaidKind = Pick<Kind, 'name' | 'history' | 'moves'> & {
  readonly kind: Pick<OfflineKind, 'path' | 'pathOf' | 'onVerses'>
}

/** An item as a message brings it. */
type Brought = Item & { readonly version?: string; readonly book?: string }
type Change = Changed & { readonly id: string; readonly item: Brought | null }
type Items = readonly Item[]
const NONE: Items = []

/** An answer with the change in it; the same one where it is not of it; null: only the server knows. */
type Laid<T> = T | null

const without = (items: Items, id: string): Items => (has(items, id) ? items.filter((one) => one.id !== id) : items)
const replaced = (items: Items, item: Item): Items =>
  items.map((one) => (one.id === item.id ? { ...one, ...item } : one))
const has = (items: Items, id: string): boolean => items.some((one) => one.id === id)

/** A chapter: the item stands where its own version numbers it. In another version's numbering the server places it. */
const onChapter = (
  items: Items,
  place: { version: string; book: string; chapter: number },
  change: Change,
  kind: LaidKind,
): Laid<Items> => {
  const { onVerses } = kind.kind
  const { id, item } = change
  if (!onVerses) return items
  if (item === null) return without(items, id)
  const isThere = has(items, id)
  if (item.version !== place.version) {
    if (isThere && !kind.moves) return replaced(items, item)
    return isThere || item.book === place.book ? null : items
  }
  if (!onVerses.isOn(item, place)) return without(items, id)
  const shown = onVerses.shown(item) as Item
  return isThere ? items.map((one) => (one.id === id ? shown : one)) : [...items, shown]
}

/** A list, newest first. `isWhole`: all of it is here. What is there again after a removal goes where it was. */
const inList = (items: Items, { id, item, action }: Change, isWhole: boolean): Laid<Items> => {
  if (item === null) return without(items, id)
  if (has(items, id)) return replaced(items, item)
  if (action === 'added') return [item, ...items]
  return action === 'restored' || isWhole ? null : items
}

const layPages = (data: InfiniteData<Served<Items>>, change: Change): Laid<InfiniteData<Served<Items>>> => {
  const isWhole = data.pages.at(-1)?.next === null
  const holds = data.pages.findIndex(({ value }) => has(value, change.id))
  const at = Math.max(0, holds)
  const page = data.pages[at]
  const value = page && inList(page.value, change, isWhole)
  if (!value) return null
  return {
    ...data,
    pages: data.pages.map((one, index) => ({ ...one, ...(index === at && { value }), at: change.position })),
  }
}

type Known = { readonly at?: string; readonly value?: unknown; readonly pages?: readonly Served<Items>[] }

/** What a query has with the change in it; null: only the server knows. `key`: that of the query, after the person. */
const layInto = ([what, ...rest]: QueryKey, data: Known, change: Change, kind: LaidKind): Laid<unknown> => {
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

/** What of it this device keeps for when the server is away, by its address. */
const answersOf = (
  [what, ...rest]: QueryKey,
  data: unknown,
  kinds: readonly LaidKind[],
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
 * Lays what the messages brought into what was served and does not have it yet, and keeps that on this device. What cannot be said
 * without the server stays as it is: it is asked for again (refreshQueries). Of a query that waits to be asked for again, nothing is laid.
 */
export const layChanges = (
  queries: QueryClient,
  userId: string,
  kinds: readonly LaidKind[],
  changes: readonly Changed[],
  keep: (path: string, answer: Served<unknown>) => void,
): void => {
  const byHistory = new Map<HistoryKind, LaidKind>(kinds.map((kind) => [kind.history, kind]))
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: [MINE, userId] })) {
    if (state.data === undefined || state.isInvalidated) continue
    const key = queryKey.slice(2)
    let data: unknown = state.data
    for (const change of changes) {
      const kind = byHistory.get(change.kind)
      if (!kind || change.id === null || change.item === undefined || isServedWith(data, change.position)) continue
      data = layInto(key, data as Known, change as Change, kind)
      if (data === null) break
    }
    if (data === null || data === state.data) continue
    // How old it is stays: what is asked for again now and then still is.
    queries.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
    const before = new Map(answersOf(key, state.data, kinds))
    for (const [path, answer] of answersOf(key, data, kinds))
      if (before.get(path)?.value !== answer.value) keep(path, answer)
  }
}
