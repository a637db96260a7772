import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'

/** Asks who is logged in after the 404 that the server gives to anybody but admins. Who is no admin leaves these pages. */
export const useStillAdmin = (error: unknown): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (error instanceof ApiProblem && error.status === 404 && error.code === 'no_such_call')
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }, [error, queries])
}
