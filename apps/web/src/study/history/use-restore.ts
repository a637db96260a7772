import type { User } from '@pathlight/contracts/accounts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem, isNetworkFailure } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { MINE } from '../../api/query-client.ts'
import { writeServed } from '../../api/request.ts'
import { restoreCall } from '../../api/restore-call.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import type { AnyKindHistory } from './kind-history.ts'

type Wanted = {
  readonly history: AnyKindHistory
  readonly id: string
  readonly revision: number
  /** The newest revision that the person has seen. */
  readonly ifMatch: number
}

/**
 * A mutation that restores a revision of an item, reports the outcome, and invalidates the queries of `touches`.
 * `onRestored` gets the server's answer. A retry after a lost answer has the same Idempotency-Key, so the server
 * restores once.
 */
export const useRestore = (user: User, onRestored: (answer: unknown) => void = () => undefined) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const attempt = useRef<{ readonly what: string; readonly key: string } | null>(null)
  return useMutation({
    mutationFn: async ({ history, id, revision, ifMatch }: Wanted) => {
      const what = [history.kind, id, revision, ifMatch].join(' ')
      const { key } = attempt.current?.what === what ? attempt.current : { key: newId() }
      attempt.current = { what, key }
      const { method, path, body } = restoreCall(history.kind, id, revision)
      try {
        const { value } = await writeServed<object>(method, path, { body, ifMatch, idempotencyKey: key })
        attempt.current = null
        return value
      } catch (error) {
        if (!isNetworkFailure(error)) attempt.current = null
        throw error
      }
    },
    onSuccess: (answer, { history }) => {
      for (const queryKey of history.touches(user.id, answer)) void queries.invalidateQueries({ queryKey })
      say(t('history.restored'))
      onRestored(answer)
    },
    onError: (error) => {
      const isStale = error instanceof ApiProblem && error.status === 412
      say(isStale ? t('history.changedMeanwhile') : (sayProblem(t, error) ?? t('history.restoreFailed')), 'error')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [MINE, user.id, 'history'] }),
  })
}
