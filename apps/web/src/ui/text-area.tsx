import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'textarea'> & {
  readonly label: string
  readonly error?: string | null | undefined
}

/** A labelled field of several lines with its error beneath. */
export const TextArea = ({ label, error, className = '', ...area }: Props) => {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={`field resize-y leading-relaxed ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
      />
      {error && (
        <p id={`${id}-note`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
