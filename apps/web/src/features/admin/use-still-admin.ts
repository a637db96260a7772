import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'

/**
 * To a person who is no admin the server says that the admins' calls do not exist. Then the browser asks again who is
 * signed in.
 */
export const useStillAdmin = (error: unknown): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (error instanceof ApiProblem && error.status === 404 && error.code === 'no_such_call')
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }, [error, queries])
}
