import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../locales/server-message.ts'
import { useStatusMessage } from './status-message.tsx'

type Act<Answer, What> = {
  readonly send: (what: What) => Promise<Answer>
  readonly onDone?: (answer: Answer, what: What) => void
  /** Said if the server gives no reason. */
  readonly failed: string
  /** The key of the query whose answer the act changes. */
  readonly changes: QueryKey
}

/**
 * What a button does at once. If it fails, the person is told why. Whether it failed or not, its query is fetched again, and a
 * callback of `mutate` waits for that.
 */
export const useAct = <Answer, What = void>({ send, onDone, failed, changes }: Act<Answer, What>) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, what) => onDone?.(answer, what),
    onError: (error) => say(sayProblem(t, error) ?? failed, 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: changes }),
  })
}
