import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import type { Item, WriteKind } from '../api/pending-write.ts'
import { MINE } from '../api/query-client.ts'
import { readSeen } from '../api/read-seen.ts'
import { shownItems } from '../api/shown-items.ts'
import { usePendingWrites } from '../api/use-pending-writes.ts'
import type { KindName } from './kind.ts'

/** A kind whose items have pages of their own. `pathOf`: the address of one complete item on the server. */
export type ItemKind<I extends Item> = {
  readonly name: KindName
  readonly writes: WriteKind<I>
  readonly pathOf: (id: string) => string
}

/** A complete item, without unsent changes. */
export const itemQuery = <I extends Item>({ writes, pathOf }: ItemKind<I>, userId: string, id: string) =>
  queryOptions({
    queryKey: [MINE, userId, writes.name, 'one', id],
    queryFn: ({ signal }: { signal: AbortSignal }) => readSeen<I>(userId, pathOf(id), signal),
  })

/**
 * An item, unsent changes included. `item` is undefined before it is fetched, or if the fetch fails (`error`), and null
 * if it was removed after it was fetched.
 */
export const useItem = <I extends Item>(kind: ItemKind<I>, user: User, id: string) => {
  const { data: served, error, refetch } = useQuery(itemQuery(kind, user.id, id))
  const writes = usePendingWrites(kind.writes, user.id)
  // The query keeps its earlier answer when another device has removed the item.
  const isGone = error instanceof ApiProblem && error.status === 404
  const item = useMemo((): I | null | undefined => {
    const own = writes.filter(({ itemId }) => itemId === id)
    const [shown] = shownItems<I>(served && !isGone ? [served.value] : [], served?.at ?? '0', own, () => true)
    return shown ?? (served ? null : undefined)
  }, [served, isGone, writes, id])
  return { item, error: item ? null : error, refetch }
}
