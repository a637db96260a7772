import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session-query.ts'

/** The signed-in person, or null. */
export const useSession = (): User | null => useQuery(sessionQuery).data ?? null
