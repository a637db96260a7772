import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey, queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { joinTabs } from '../device/other-tabs.ts'

/** The server's cookie that stands beside the session's, which scripts cannot see; it holds no secret. */
const SIGNED_IN_COOKIE = 'pathlight_signed_in'

/** How long to wait before asking again after a failure, in milliseconds. */
const ASK_AGAIN_MS = 5000

/** Whether this browser was signed in, as far as it knows. */
export const mayBeSignedIn = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/** The session ended without this browser hearing of it. */
const askNoMore = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
}

/** The server is not there: nothing answers, or only what stands before it. A server that answers says itself what it cannot do. */
const isAway = (error: unknown): boolean => error instanceof ApiProblem && [0, 502, 504].includes(error.status)

const PERSON = 'person'
const keptPerson = (): User | null => {
  try {
    const kept = JSON.parse(deviceStorage.get(PERSON) ?? 'null') as User | null
    return typeof kept?.id === 'string' && typeof kept.username === 'string' ? kept : null
  } catch {
    return null
  }
}
/** Who was signed in last, for when the server is away; null: it is not them any more. */
const keepPerson = (user: User | null): void => {
  if (user) deviceStorage.set(PERSON, JSON.stringify(user))
  else deviceStorage.remove(PERSON)
}

/** Who was signed in last, by their id: theirs is what is dropped with an account that is closed. */
let last: string | null = null
export const lastPerson = (): string | null => last

/** Whoever signs in or out, by whatever way, is kept for later, or is not any more. */
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryHash !== hashKey(SESSION_KEY)) return
  const user = query.state.data as User | null | undefined
  if (user === undefined || query.state.status !== 'success') return
  last = user?.id ?? last
  keepPerson(user)
})

/** Whether the server has said who is signed in, or this device has. */
let said: 'by the server' | 'by the device' = 'by the server'

/** Another tab says that somebody has logged in or out there. */
const tabs = joinTabs('session', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
/** Lets the other tabs ask who is signed in now. */
export const tellSession = (): void => tabs.tell('changed')

/** Who is signed in, or null. Somebody who never was costs no request. While the server is away it is who it was. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    const kept = keptPerson()
    last = kept?.id ?? last
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
      if (kept === null || !isAway(error) || queryClient.getQueryData(SESSION_KEY)) throw error
      said = 'by the device'
      return kept
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // While the server cannot say who is signed in, everybody reads; it is asked again, but not by every part of the page.
  retryOnMount: false,
  refetchInterval: ({ state }) => (state.status === 'error' || said === 'by the device' ? ASK_AGAIN_MS : false),
})
