import type { User } from '@pathlight/contracts/accounts.ts'
import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** While it runs it is asked again after so long, in milliseconds. */
const ASK_AGAIN_MS = 1_000

/** The person's last import of this week: a page that was left finds it again. */
export const importQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'import'],
    queryFn: async ({ signal }) => (await read<{ import: ImportProgress | null }>('/api/import', signal)).import,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? ASK_AGAIN_MS : false),
    staleTime: 0,
  })
