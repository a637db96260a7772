import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'

/** The server answers 404 to anybody but admins. The page then asks who is logged in, and leaves these pages if it is no admin. */
export const useStillAdmin = (error: unknown): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (error instanceof ApiProblem && error.status === 404 && error.code === 'no_such_call')
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }, [error, queries])
}
