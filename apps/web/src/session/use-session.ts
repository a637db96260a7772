import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '../device/use-hydrated.ts'
import { sessionQuery } from './session-query.ts'

/**
 * The logged-in person, or null. Also null until the page knows who is logged in, because it first shows what every visitor sees.
 */
export const useSession = (): User | null => {
  const { data } = useQuery(sessionQuery)
  return useHydrated() ? (data ?? null) : null
}

/** Whether it is known who is logged in, or known that the server cannot say. */
export const useSessionChecked = (): boolean => {
  const { isFetched } = useQuery(sessionQuery)
  return useHydrated() && isFetched
}

/** A function that asks again who is logged in, while the server cannot say. Null while it can. */
export const useSessionTrouble = (): (() => void) | null => {
  const { isError, refetch } = useQuery(sessionQuery)
  return isError ? () => void refetch() : null
}
