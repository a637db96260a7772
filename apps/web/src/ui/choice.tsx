import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  readonly label: string
  readonly error?: string | null
  readonly onChange: (value: string) => void
}

/** A labelled select with its error beneath. */
export const Choice = ({ label, error, onChange, ...select }: Props) => {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="field"
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
