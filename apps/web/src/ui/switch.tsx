import { useId } from 'react'

type Props = {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A switch that takes effect at once, with its label and an explanation. */
export const Switch = ({ label, hint, isOn, onChange }: Props) => {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center justify-between gap-4 font-semibold">
        {label}
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
          aria-describedby={id}
          className="switch"
        />
      </label>
      <p id={id} className="text-sm text-pretty break-keep text-muted">
        {hint}
      </p>
    </div>
  )
}
