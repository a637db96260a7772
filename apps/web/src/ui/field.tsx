import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'

type LabelledProps = {
  readonly label: string
  readonly error?: string | null | undefined
  readonly hint?: string | undefined
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode
}

/** What a labelled control must have, so that screen readers know its label and notes. */
type Named = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

/** A control under its label, with its error and hint beneath. */
export const Labelled = ({
  label,
  error,
  hint,
  aside,
  children,
}: LabelledProps & { readonly children: (named: Named) => ReactNode }) => {
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
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        'aria-describedby': notes.map(({ of }) => `${id}-${of}`).join(' ') || undefined,
      })}
      {notes.map(({ text, of, look }) => (
        <p key={of} id={`${id}-${of}`} className={`text-xs text-pretty ${look}`}>
          {text}
        </p>
      ))}
    </div>
  )
}

/** Focuses the first field of a form that has an error, so that a screen reader reads the error out. */
export const focusFirstError = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus()

/**
 * For a form that is sent only if its fields are valid. `isChecked`: it was not valid when the person
 * submitted it last, so each wrong field shows its error.
 * `form`: what the form element gets.
 */
export const useCheckedForm = (isValid: boolean, onSend: () => void) => {
  const [isChecked, setChecked] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // flushSync, because the last line focuses the field that the page marks as wrong.
    flushSync(() => setChecked(!isValid))
    if (isValid) onSend()
    else focusFirstError(event.currentTarget)
  }
  return { isChecked, form: { onSubmit, noValidate: true } }
}

/** A labelled text field. */
export const Field = ({ label, error, hint, aside, ...input }: LabelledProps & ComponentProps<'input'>) => (
  <Labelled label={label} error={error} hint={hint} aside={aside}>
    {(named) => <input {...input} {...named} className="field" />}
  </Labelled>
)
