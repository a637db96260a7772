import type { AdminCounts } from '@pathlight/contracts/admin.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** How much there is in this Pathlight. */
export const countsQuery = (adminId: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'counts'],
    queryFn: ({ signal }) => read<AdminCounts>('/api/admin/counts', signal),
    retry: false,
  })
