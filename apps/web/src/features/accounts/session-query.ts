import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** Set by the server beside the session's own cookie, which no script can read (libs/http/src/session.ts). */
const mayBeSignedIn = () => document.cookie.split('; ').includes('pathlight_signed_in=1')

/** Who is signed in, or null. A server that cannot be asked counts as nobody: reading needs no account. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    // Asked in vain, the browser would write the refusal into everybody's console.
    if (!mayBeSignedIn()) return null
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
