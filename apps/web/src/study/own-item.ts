import type { User } from '@pathlight/contracts/accounts.ts'
import type { ItemHistory } from '@pathlight/contracts/history.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import type { Item, PendingWrite } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { MINE } from '../api/query-client.ts'
import { readSeen, type Seen } from '../api/read-seen.ts'
import { shownItems } from '../api/shown-items.ts'
import type { Findable, ItemHere, KeptKind } from './offline-kind.ts'

/**
 * One item of any kind: from the kind's own call, or else the newest revision of the item's history. A removed item is
 * an error with status 404.
 */
export const ownItemQuery = (userId: string, { name, history, kind }: KeptKind, id: string) =>
  queryOptions({
    // app/live-sync/lay-changes.ts applies live changes to a single item by this key.
    queryKey: [MINE, userId, name, 'one', id],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const alone = kind.pathOf?.({ id })
      if (alone !== undefined) return readSeen<Item>(userId, alone, signal)
      const path = `/api/history/${history}/${encodeURIComponent(id)}?limit=1`
      const { value, ...served } = await readSeen<ItemHistory>(userId, path, signal)
      const [newest] = value.revisions
      if (!newest || newest.action === 'removed') throw new ApiProblem(404, { code: 'history_not_found' })
      return { ...served, value: newest.item as Item }
    },
  })

/**
 * What is known of an item. `coming`: the answer is awaited. `gone`: the item was removed. `unknown`: neither the
 * server nor the device has an answer.
 */
export type OwnItem =
  | { readonly status: 'coming' | 'gone' | 'unknown' }
  | { readonly status: 'here'; readonly item: Item; readonly says: Findable }

/** `served`, `error`: the result of `ownItemQuery`. `writes`: the person's writes of the kind. */
const ownItemOf = (
  of: KeptKind,
  id: string,
  { served, error }: { readonly served: Seen<Item> | undefined; readonly error: unknown },
  writes: readonly PendingWrite<Item>[],
): OwnItem => {
  const own = writes.filter(({ itemId }) => itemId === id)
  const isGone = error instanceof ApiProblem && error.status === 404
  const [item] = shownItems<Item>(served && !isGone ? [served.value] : [], served?.at ?? '0', own, () => true)
  if (item) return { status: 'here', item, says: of.kind.searched(item as ItemHere<Item>) }
  if (isGone || served) return { status: 'gone' }
  return { status: error ? 'unknown' : 'coming' }
}

/** An item of any kind, unsent changes included. */
export const useOwnItem = (user: User, of: KeptKind, id: string): OwnItem => {
  const { data: served, error } = useQuery(ownItemQuery(user.id, of, id))
  const writes = useSyncExternalStore(pendingWrites.subscribe, () => pendingWrites.of<Item>(of.name, user.id))
  return useMemo(() => ownItemOf(of, id, { served, error }, writes), [served, error, writes, of, id])
}

/** Reads an item once, unsent changes included, outside of components. The status is never `coming`. */
export const readOwnItem = async (queries: QueryClient, userId: string, of: KeptKind, id: string): Promise<OwnItem> => {
  const query = ownItemQuery(userId, of, id)
  const error = await queries.fetchQuery(query).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const served = queries.getQueryData(query.queryKey)
  return ownItemOf(of, id, { served, error }, pendingWrites.of<Item>(of.name, userId))
}
