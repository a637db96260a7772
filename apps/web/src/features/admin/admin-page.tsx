import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'

type PageProps = {
  readonly title: string
  readonly text: string
  /** A button or a link for the whole page, beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The frame of an admins' page: its title, a text, and an action. */
export const AdminPage = ({ title, text, action, children }: PageProps) => (
  <>
    <PageHead title={title} />
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <div className="min-w-0 grow basis-72">
        <h1 className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{title}</h1>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      {action}
    </div>
    {children}
  </>
)

export const AdminSection = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-t border-line py-6">
      <h2 id={heading} className="text-base font-semibold">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 text-sm text-pretty text-muted">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="grid divide-y divide-line border-t border-line">{children}</ul>
)

export const Row = ({ text, children }: { text: ReactNode; children?: ReactNode }) => (
  <li ref={passFocusOn} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 grow basis-64 wrap-anywhere">{text}</div>
    {children}
  </li>
)

/** The error of a failed call. `failed` is the text if the server gives no reason. */
export const Problem = ({ error, failed }: { error: unknown; failed: string }) => {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <p role="alert" className="text-sm text-danger">
      {sayProblem(t, error) ?? failed}
    </p>
  )
}

/**
 * Fetches the session again after a 404 with the code `no_such_call`, which is the server's answer to anybody who is
 * not an admin. If the person has lost the admin's rights, the new session says so, and they leave the admins' pages.
 */
export const useStillAdmin = (error: unknown): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (error instanceof ApiProblem && error.status === 404 && error.code === 'no_such_call')
      void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }, [error, queries])
}

type AskedProps<D> = {
  readonly query: Pick<UseQueryResult<D>, 'data' | 'error' | 'refetch'>
  /** The error text if the server gives no reason. */
  readonly failed: string
  /** A class for the height that is reserved until the answer comes. */
  readonly height: string
  readonly children: (data: D) => ReactNode
}

/**
 * A query's answer. Until it comes, space is reserved, or the error and a retry button are shown. After a failed
 * refresh the error is shown above the last answer.
 */
export const Asked = <D,>({ query: { data, error, refetch }, failed, height, children }: AskedProps<D>) => {
  const { t } = useTranslation()
  useStillAdmin(error)
  if (data !== undefined)
    return (
      <>
        {error && (
          <div className="mb-3">
            <Problem error={error} failed={failed} />
          </div>
        )}
        {children(data)}
      </>
    )
  if (!error) return <div className={`skeleton ${height}`} role="status" aria-label={t('loading')} />
  return <Notice tone="error" title={sayProblem(t, error) ?? failed} onRetry={refetch} />
}
