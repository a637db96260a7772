import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'

type LabelledProps = {
  readonly label: string
  readonly error?: string | null | undefined
  readonly hint?: string | undefined
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode
}

/** The props of a labelled control, by which screen readers know its label and notes. */
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
  // The hint stays beside an error, because the hint states the rule.
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

/** Focuses the first field with an error in a form, so that a screen reader reads the error aloud. */
export const focusFirstError = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus()

/**
 * For a form that is sent only if its fields are valid. `isChecked`: the form was invalid when the person last
 * submitted it, so invalid fields must show their errors. `form`: the props of the form element.
 */
export const useCheckedForm = (isValid: boolean, onSend: () => void) => {
  const [isChecked, setChecked] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // flushSync marks the invalid fields at once, so that focusFirstError finds them.
    flushSync(() => setChecked(!isValid))
    if (isValid) onSend()
    else focusFirstError(event.currentTarget)
  }
  return { isChecked, form: { onSubmit, noValidate: true } }
}

export const Field = ({ label, error, hint, aside, ...input }: LabelledProps & ComponentProps<'input'>) => (
  <Labelled label={label} error={error} hint={hint} aside={aside}>
    {(named) => <input {...input} {...named} className="field" />}
  </Labelled>
)
