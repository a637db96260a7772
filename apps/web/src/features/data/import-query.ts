import type { User } from '@pathlight/contracts/accounts.ts'
import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** How often the progress of a running import is fetched, in milliseconds. */
const REFETCH_MS = 1_000

/** The person's last import of this week, which the page shows again when the person returns to it. */
export const importQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'import'],
    queryFn: async ({ signal }) => (await read<{ import: ImportProgress | null }>('/api/import', signal)).import,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFETCH_MS : false),
    staleTime: 0,
  })
