import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session-query.ts'

/** The signed-in person, or null. */
export const useSession = (): User | null => useQuery(sessionQuery).data ?? null

/** What to do while the server cannot say who is signed in: ask again. Null while it can. */
export const useSessionTrouble = (): (() => void) | null => {
  const { isError, refetch } = useQuery(sessionQuery)
  return isError ? () => void refetch() : null
}
