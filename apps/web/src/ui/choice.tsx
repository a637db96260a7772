import type { ComponentProps } from 'react'
import { Labelled } from './field.tsx'

type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  readonly label: string
  readonly error?: string | null
  readonly onChange: (value: string) => void
}

export const Choice = ({ label, error, onChange, ...select }: Props) => (
  <Labelled label={label} error={error}>
    {(named) => <select {...select} {...named} className="field" onChange={(event) => onChange(event.target.value)} />}
  </Labelled>
)
