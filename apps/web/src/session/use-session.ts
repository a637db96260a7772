import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '../device/use-hydrated.ts'
import { sessionQuery } from './session-query.ts'

/** The logged-in person, or null. Null also before hydration and until the page knows who is logged in. */
export const useSession = (): User | null => {
  const { data } = useQuery(sessionQuery)
  return useHydrated() ? (data ?? null) : null
}

/** Whether the server or the device has answered who is logged in, or the question has failed. */
export const useSessionChecked = (): boolean => {
  const { isFetched } = useQuery(sessionQuery)
  return useHydrated() && isFetched
}

/** A function that asks again who is logged in, if the last request failed. Otherwise null. */
export const useSessionTrouble = (): (() => void) | null => {
  const { isError, refetch } = useQuery(sessionQuery)
  return isError ? () => void refetch() : null
}
