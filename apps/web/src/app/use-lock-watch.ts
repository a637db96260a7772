import type { User } from '@pathlight/contracts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOfLock } from '../api/api-problem.ts'
import { SESSION_KEY } from '../api/query-client.ts'

/**
 * The account may be locked while a page is open. The first call that is refused because of the lock makes the page ask for the
 * session again. Pending writes do so themselves (api/pending-writes.ts).
 */
export const useLockWatch = (user: User | null): void => {
  const queries = useQueryClient()
  const [userId, isLocked] = [user?.id, user?.locked === true]
  useEffect(() => {
    if (userId === undefined || isLocked) return
    const ask = () => void queries.invalidateQueries({ queryKey: SESSION_KEY })
    return queries.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && isOfLock(mutation.state.error)) ask()
    })
  }, [queries, userId, isLocked])
}
