import { type ComponentProps, useState } from 'react'
import { formatDay } from '../locales/format-date.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { Labelled } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'onChange'> & {
  readonly label: string
  /** YYYY-MM-DD, or '' for no day. */
  readonly day: string
  readonly onDay?: (day: string) => void
  /** The text to show if there is no day, or no valid one. */
  readonly none?: string
}

/** Without a limit, a date field takes years of more than four digits, which are no valid dates. */
const LAST_DAY = '9999-12-31'

/**
 * A labelled day, shown in the interface's language. While the person edits it, the browser's own date field is shown.
 */
const DateField = ({ label, day, onDay, none = '', ...input }: Props) => {
  const language = useLanguage()
  const [chosen, setChosen] = useState(day)
  const shown = onDay ? day : chosen
  const isDay = !Number.isNaN(Date.parse(`${shown}T12:00`))
  return (
    <Labelled label={label}>
      {(named) => (
        <span className="field date-field">
          <span aria-hidden className={isDay ? '' : 'text-muted'}>
            {isDay ? formatDay(`${shown}T12:00`, language) : none}
          </span>
          <input
            max={LAST_DAY}
            {...input}
            {...named}
            type="date"
            value={shown}
            onChange={({ target }) => {
              setChosen(target.value)
              onDay?.(target.value)
            }}
          />
        </span>
      )}
    </Labelled>
  )
}
export default DateField
