import { type ComponentProps, useState } from 'react'
import { formatDay } from '../locales/format-date.ts'
import { useLanguage } from '../locales/use-language.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** As YYYY-MM-DD; empty: no day is chosen. */
  readonly day: string
  readonly onDay?: (day: string) => void
  /** What it says where no day is chosen. */
  readonly none: string
}

/** A day, as people write it in the interface's language; the browser's own field while it is edited. */
const DateField = ({ day, onDay, none, className = '', ...input }: Props) => {
  const language = useLanguage()
  const [chosen, setChosen] = useState(day)
  const shown = onDay ? day : chosen
  return (
    <span className={`field date-field ${className}`}>
      <span aria-hidden className={shown ? '' : 'text-muted'}>
        {shown ? formatDay(`${shown}T12:00`, language) : none}
      </span>
      <input
        {...input}
        type="date"
        value={shown}
        onChange={({ target }) => {
          setChosen(target.value)
          onDay?.(target.value)
        }}
      />
    </span>
  )
}
export default DateField
