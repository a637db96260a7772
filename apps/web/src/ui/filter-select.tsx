import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

/** A select above a list, which filters or sorts the list. */
export const FilterSelect = ({ label, value, onChange, children }: Props) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className="field w-auto! min-w-0 flex-1 basis-[5.25rem] rounded-full! border-line! bg-surface [field-sizing:content] wide:flex-none wide:basis-auto pointer-fine:min-h-9 pointer-fine:py-1.5 pointer-fine:text-sm"
  >
    {children}
  </select>
)
