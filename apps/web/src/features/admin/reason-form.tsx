import { isReason, REASON_MAX } from '@pathlight/contracts/admin-rules.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Problem } from './admin-page.tsx'

type Props = {
  readonly words: {
    readonly label: string
    readonly hint: string
    readonly failed: string
    readonly cancel: string
    readonly send: string
  }
  readonly error: unknown
  readonly isSending: boolean
  readonly onSend: (reason: string) => void
  readonly onClose: () => void
  /** Further fields above the reason. */
  readonly children?: ReactNode
}

/** Asks an admin for the reason why they view or change a person's data. Nothing is sent without a reason. */
export const ReasonForm = ({ words, error, isSending, onSend, onClose, children }: Props) => {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) onSend(reason)
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {children}
      <TextArea
        label={words.label}
        value={reason}
        rows={3}
        maxLength={REASON_MAX}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="-mt-3 text-xs text-muted">{words.hint}</p>
      <Problem error={error} failed={words.failed} />
      <div className="answers justify-end">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" look="primary" disabled={!isReason(reason)} busy={isSending}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
