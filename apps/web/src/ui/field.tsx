import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'input'> & {
  readonly label: string
  readonly error?: string | null | undefined
  readonly hint?: string | undefined
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode
}

/** Focuses the first field of a form that has an error, so that a screen reader reads the error out. */
export const focusFirstError = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus()

/** A labelled text field with its error beneath. */
export const Field = ({ label, error, hint, aside, ...input }: Props) => {
  const id = useId()
  // The hint stays beside an error, because it states the rule to follow.
  const notes = [
    ...(error ? [{ text: error, of: 'error', look: 'text-danger' }] : []),
    ...(hint ? [{ text: hint, of: 'hint', look: 'text-muted' }] : []),
  ]
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm text-muted">
          {label}
        </label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        className="field"
        aria-invalid={error ? true : undefined}
        aria-describedby={notes.map(({ of }) => `${id}-${of}`).join(' ') || undefined}
      />
      {notes.map(({ text, of, look }) => (
        <p key={of} id={`${id}-${of}`} className={`text-xs text-pretty ${look}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
