import type { ComponentProps } from 'react'
import { Labelled } from './field.tsx'

type Props = ComponentProps<'textarea'> & {
  readonly label: string
  readonly error?: string | null | undefined
}

/** A labelled field of several lines. */
export const TextArea = ({ label, error, className = '', ...area }: Props) => (
  <Labelled label={label} error={error}>
    {(named) => <textarea {...area} {...named} className={`field resize-y leading-relaxed ${className}`} />}
  </Labelled>
)
