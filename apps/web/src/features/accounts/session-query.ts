import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** Who is signed in, or null. A server that cannot be asked counts as nobody: reading needs no account. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const answer = await read<User | { errors: string[] }>('/api/auth/', signal)
      return 'username' in answer ? answer : null
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})
