import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem, isNetworkFailure } from '../api/api-problem.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { askNoMore, mayBeSignedIn } from './signed-in-cookie.ts'

/** The pause before the server is asked again who is logged in, in milliseconds. */
const ASK_AGAIN_MS = 5000

/** Whether the last answer about who is logged in came from the server or from this device. */
let said: 'by the server' | 'by the device' = 'by the server'

/**
 * The logged-in person, or null. Without the cookie of an earlier log-in the server is not asked. While the server is
 * away, the last person counts as logged in.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!mayBeSignedIn()) return null
    try {
      const user = await read<User>('/api/auth/', signal)
      said = 'by the server'
      return user
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) {
        askNoMore()
        return null
      }
      // If the server answered with an error, or the person is known already, this device's record is not used.
      if (!isNetworkFailure(error) || queryClient.getQueryData(SESSION_KEY)) throw error
      const kept = await (await import('./kept-person.ts')).keptPerson()
      if (kept === null) throw error
      said = 'by the device'
      return kept
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // While the server cannot say who is logged in, the query repeats at an interval, not whenever a component mounts.
  retryOnMount: false,
  refetchInterval: ({ state }) => (state.status === 'error' || said === 'by the device' ? ASK_AGAIN_MS : false),
})
