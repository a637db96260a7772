import type { User } from '@pathlight/contracts/accounts.ts'
import { hashKey } from '@tanstack/react-query'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { joinTabs } from '../device/other-tabs.ts'

// Who this device knows as signed in, for when the server is away. It comes after the page (app/offline.tsx).

const PERSON = 'person'
/** The person who was signed in on this device when the server last said so; null: none was, or not any more. */
export const keptPerson = (): User | null => {
  try {
    const kept = JSON.parse(deviceStorage.get(PERSON) ?? 'null') as User | null
    return typeof kept?.id === 'string' && typeof kept.username === 'string' ? kept : null
  } catch {
    return null
  }
}
/** Keeps the person for when the server is away; null: they have signed out. */
const keepPerson = (user: User | null): void => {
  if (user) deviceStorage.set(PERSON, JSON.stringify(user))
  else deviceStorage.remove(PERSON)
}

/** The id of the person who was signed in last. When their account is closed, all that is kept of them is dropped. */
let last: string | null = keptPerson()?.id ?? null
export const lastPerson = (): string | null => last

const follow = () => {
  const state = queryClient.getQueryState<User | null>(SESSION_KEY)
  if (state?.data === undefined || state.status !== 'success') return
  last = state.data?.id ?? last
  keepPerson(state.data)
}
// A person who signs in, in any way, is kept for later. A person who signs out is kept no more.
follow()
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryHash === hashKey(SESSION_KEY)) follow()
})

/** Another tab says that a person has logged in or out there. */
const tabs = joinTabs('session', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }))
/** Lets the other tabs ask who is signed in now. */
export const tellSession = (): void => tabs.tell('changed')
