import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, isStillComing } from './api-problem.ts'
import { readAs } from './request.ts'

/** The first key of everything that belongs to the logged-in person, so that one call removes it all. */
export const MINE = 'mine'
/** Who is signed in. */
export const SESSION_KEY = ['session'] as const

/** Whether a retry can help: after a lost connection or a server's restart, but not after a refusal. */
export const mayHelpToRepeat = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)

/**
 * How often a page asks a server that is behind before it counts the write as lost: about ten seconds each, five minutes in all.
 */
const ASKED_WHILE_BEHIND = 30
const BETWEEN_MS = 2_000
const FIRST_MS = 1_000

/** The client of all queries: one for the browser, one for each page on the server. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // Asked even if the browser claims to be offline: otherwise nothing would ever fail, and people would wait in vain.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) =>
        isStillComing(error) ? failures < ASKED_WHILE_BEHIND : failures < 2 && mayHelpToRepeat(error),
      retryDelay: (failures, error) => (isStillComing(error) ? BETWEEN_MS : FIRST_MS * 2 ** failures),
    },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended elsewhere: show the page of a visitor.
      if (query.queryKey[0] !== MINE || !(error instanceof ApiProblem)) return
      if (error.status === 401) queryClient.setQueryData(SESSION_KEY, null)
      // Another person has logged in beside this page, so the page asks who is logged in.
      if (error.code === 'other_person') void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
    },
  }),
})

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY))
    readAs((query.state.data as User | null | undefined)?.id ?? null)
})
