import type { User } from '@pathlight/contracts/accounts.ts'
import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'

/** How much this person has of each kind. */
export const countsQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'counts'],
    queryFn: async ({ signal }) => (await readSeen<ResourceCounts>(user.id, '/api/resource-counts', signal)).value,
  })

/** How many items there are of a kind, by its name; undefined before the answer, and where the server counts none. */
export const countOf = (counts: ResourceCounts | undefined, kind: string): number | undefined =>
  (counts as Readonly<Record<string, number>> | undefined)?.[`${kind}_count`]
