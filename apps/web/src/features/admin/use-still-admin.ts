import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'

/** For everybody but admins there is nothing at the admins' calls: who hears that is asked again whether they are one. */
export const useStillAdmin = (error: unknown): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (error instanceof ApiProblem && error.status === 404 && error.code === 'no_such_call')
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }, [error, queries])
}
