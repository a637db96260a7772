import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WriteOnce, writeOnce } from '../../api/write-once.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { useCheckedForm } from '../../ui/field.tsx'

type SectionProps = { readonly title: string; readonly text?: string; readonly children: ReactNode }

export const AccountSection = ({ title, text, children }: SectionProps) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {title}
      </h2>
      {text !== undefined && <p className="-mt-2 text-sm text-pretty wrap-anywhere text-muted">{text}</p>}
      {children}
    </section>
  )
}

type RowsProps<Row> = {
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** The error text if the server gives no reason. */
  readonly failed: string
  readonly none?: string
  /** Renders a row as an `li` element with a key. */
  readonly children: (row: Row) => ReactNode
}

/**
 * A query's answer as a list of rows. Until the answer comes, space is reserved. After a failure, shows the reason and
 * a retry button.
 */
export const AccountRows = <Row,>({ query: { data, error, refetch }, failed, none, children }: RowsProps<Row>) => {
  const { t } = useTranslation()
  return (
    <>
      {error != null && <FetchFailed words={sayProblem(t, error) ?? failed} onRetry={() => void refetch()} />}
      {!data && !error && <div className="skeleton h-16" />}
      {data?.length === 0 && none !== undefined && <p className="text-sm text-muted">{none}</p>}
      {data && data.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">{data.map(children)}</ul>
      )}
    </>
  )
}

type FormProps = {
  readonly title: string
  /**
   * Renders the fields. `isChecked`: the form was invalid when the person last submitted it, so each invalid field must
   * show its error.
   */
  readonly children: (isChecked: boolean) => ReactNode
  readonly submit: string
  readonly look?: 'plain' | 'danger'
  readonly isValid: boolean
  /** Sends the fields. After a failed attempt, `write` repeats the same fields under the same Idempotency-Key. */
  readonly send: (write: WriteOnce) => Promise<unknown>
  readonly onDone: () => void
}

/** A form for one change of the account: fields, a button, and the error of a failed attempt. */
export const AccountForm = ({ title, children, submit, look = 'plain', isValid, send, onDone }: FormProps) => {
  const { t } = useTranslation()
  const heading = useId()
  const [write] = useState(writeOnce)
  const sending = useMutation({ mutationFn: () => send(write), onSuccess: onDone })
  const { isChecked, form } = useCheckedForm(isValid, () => !sending.isPending && sending.mutate())
  return (
    <form {...form} aria-labelledby={heading} className="grid max-w-xl gap-4">
      <div className="grid gap-2">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        <ErrorList errors={sending.error ? [sayProblem(t, sending.error) ?? t('account.failed')] : []} />
      </div>
      {children(isChecked)}
      <Button type="submit" look={look} busy={sending.isPending} className="justify-self-start">
        {submit}
      </Button>
    </form>
  )
}
