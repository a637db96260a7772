import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { focusFirstError } from '../../ui/field.tsx'

type Props = {
  readonly title: string
  readonly children: ReactNode
  /** The button's label. */
  readonly submit: string
  readonly look?: 'plain' | 'danger'
  /** Whether the fields are valid; each field shows its own error. */
  readonly check: () => boolean
  /** Sends the form. The key stays the same while the person repeats the same attempt. */
  readonly send: (idempotencyKey: string) => Promise<unknown>
  readonly onDone: () => void
}

/** A form for one change of the account: fields, a button, and what went wrong. */
export const AccountForm = ({ title, children, submit, look = 'plain', check, send, onDone }: Props) => {
  const { t } = useTranslation()
  const heading = useId()
  const [key, setKey] = useState(newId)
  const sending = useMutation({
    mutationFn: () => send(key),
    onSuccess: () => {
      setKey(newId())
      onDone()
    },
  })
  const submitForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!check()) return focusFirstError(event.currentTarget)
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form onSubmit={submitForm} noValidate aria-labelledby={heading} className="grid max-w-xl gap-4">
      <div className="grid gap-2">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        <ErrorList errors={sending.error ? [sayProblem(t, sending.error) ?? t('account.failed')] : []} />
      </div>
      {children}
      <Button type="submit" look={look} busy={sending.isPending} className="justify-self-start">
        {submit}
      </Button>
    </form>
  )
}
