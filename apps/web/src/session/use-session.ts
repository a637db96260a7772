import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '../device/use-hydrated.ts'
import { sessionQuery } from './session-query.ts'

/** The signed-in person, or null. Also null while it is not known yet: first the page shows what every visitor sees. */
export const useSession = (): User | null => {
  const { data } = useQuery(sessionQuery)
  return useHydrated() ? (data ?? null) : null
}

/** Whether it is known who is signed in, or known that it cannot be known now. */
export const useSessionChecked = (): boolean => {
  const { isFetched } = useQuery(sessionQuery)
  return useHydrated() && isFetched
}

/** What to do while the server cannot say who is signed in: ask again. Null while it can. */
export const useSessionTrouble = (): (() => void) | null => {
  const { isError, refetch } = useQuery(sessionQuery)
  return isError ? () => void refetch() : null
}
