import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStillAdmin } from './use-still-admin.ts'

type Props<D> = {
  readonly query: Pick<UseQueryResult<D>, 'data' | 'error' | 'refetch'>
  /** What is said where the server does not say why. */
  readonly failed: string
  /** How high its place is until the answer comes. */
  readonly height: string
  readonly children: (data: D) => ReactNode
}

/** What an admin asked for: its place while it comes; why it does not, with another try; then what it is, as it was known last. */
export const Asked = <D,>({ query: { data, error, refetch }, failed, height, children }: Props<D>) => {
  const { t } = useTranslation()
  useStillAdmin(error)
  const problem = error && (sayProblem(t, error) ?? failed)
  if (data === undefined)
    return problem === null ? (
      <div className={`skeleton ${height}`} role="status" aria-label={t('loading')} />
    ) : (
      <Notice tone="error" title={problem} actions={<Button onClick={() => void refetch()}>{t('tryAgain')}</Button>} />
    )
  return (
    <>
      {problem !== null && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {problem}
        </p>
      )}
      {children(data)}
    </>
  )
}
