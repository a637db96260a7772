import type { User } from '@pathlight/contracts/accounts.ts'
import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import { useQuery } from '@tanstack/react-query'
import type { Item, PendingWrite } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { isToBeSeen } from '../../api/shown-items.ts'
import { useUnsent } from '../../study/use-unsent.ts'

/**
 * How the writes change the number of items. The writes must be oldest first. For each item it compares the states
 * before its first write and after its last.
 */
const difference = (writes: readonly PendingWrite<Item>[]): number => {
  const items = new Map<string, { readonly was: boolean; readonly is: boolean }>()
  for (const { itemId, base, wanted } of writes)
    items.set(itemId, { was: items.get(itemId)?.was ?? base !== null, is: wanted !== null })
  return [...items.values()].reduce((sum, { was, is }) => sum + Number(is) - Number(was), 0)
}

/**
 * The person's number of items of each kind, including unsent changes. `of` takes a kind's name. It returns undefined
 * before the server has answered, and for a kind that an older answer on this device does not count.
 */
export const useCounts = (user: User) => {
  const { data, isError, refetch } = useQuery({
    queryKey: [MINE, user.id, 'counts'],
    queryFn: ({ signal }) => readSeen<ResourceCounts>(user.id, '/api/resource-counts', signal),
  })
  // Renders again whenever a write changes.
  useUnsent(user.id)
  const of = (kind: string): number | undefined => {
    const count = (data?.value as Readonly<Record<string, number>> | undefined)?.[`${kind}_count`]
    if (!data || count === undefined) return undefined
    const writes = pendingWrites.of<Item>(kind, user.id).filter((write) => isToBeSeen(write, data.at))
    return count + difference(writes)
  }
  return { of, isError, refetch }
}
