import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../locales/server-message.ts'
import { useStatusMessage } from './status-message.tsx'

type Act<Answer, What> = {
  readonly send: (what: What) => Promise<Answer>
  readonly onDone?: (answer: Answer, what: What) => void
  /** The message if the server gives no reason. */
  readonly failed: string
  /** The key of the query that shows the result of the action. */
  readonly changes: QueryKey
}

/**
 * An action of a button. If it fails, the person is told the reason. Whether it succeeds or fails, the query `changes`
 * is fetched again, and callbacks of `mutate` wait for that.
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
