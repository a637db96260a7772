import type { User } from '@pathlight/contracts/accounts.ts'
import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** How much this person has of each kind. */
export const resourceCountsQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'counts'],
    queryFn: ({ signal }) => read<ResourceCounts>('/api/resource-counts', signal),
  })
