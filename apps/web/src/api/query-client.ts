import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, isStillComing } from './api-problem.ts'
import { readAs } from './request.ts'

/** The first part of the key of every query for the logged-in person's data, so that one call removes all of it. */
export const MINE = 'mine'
/** The key of the query for the logged-in person. */
export const SESSION_KEY = ['session'] as const

/** Whether a retry can help. It can after a lost connection or a server error, but not after a refusal. */
export const mayHelpToRepeat = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)

/**
 * How often a page repeats a query while the server is behind. Each request takes about ten seconds, and BETWEEN_MS
 * pass before the next one. All together take about six minutes.
 */
const ASKED_WHILE_BEHIND = 30
const BETWEEN_MS = 2_000
const FIRST_MS = 1_000

/** The client of the browser's queries. On the server each page has a client of its own. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // Queries run even if the browser claims to be offline. Otherwise no query would fail, and people would wait in
    // vain.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) =>
        isStillComing(error)
          ? failures < ASKED_WHILE_BEHIND
          : // A 'late' call has already taken a minute, so it is not repeated.
            failures < 2 && mayHelpToRepeat(error) && (error as ApiProblem).code !== 'late',
      retryDelay: (failures, error) => (isStillComing(error) ? BETWEEN_MS : FIRST_MS * 2 ** failures),
    },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== MINE || !(error instanceof ApiProblem)) return
      // The session ended elsewhere, so the page shows what a visitor sees.
      if (error.status === 401) queryClient.setQueryData(SESSION_KEY, null)
      // Another person has logged in in another tab, so the page asks who is logged in.
      if (error.code === 'other_person') void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
    },
  }),
})

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY))
    readAs((query.state.data as User | null | undefined)?.id ?? null)
})
