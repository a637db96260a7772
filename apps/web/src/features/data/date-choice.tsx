import { DATE_ORDERS, type DateOrder } from '@pathlight/contracts/import-rules.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Asks for the order of day, month and year in the dates of a table. `dates` is null until the person answers. */
export const DateChoice = ({ dates, onChoose }: { dates: DateOrder | null; onChoose: (dates: DateOrder) => void }) => {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('data.dates.question')}</legend>
      <p className="text-sm text-pretty break-keep text-muted">{t('data.dates.hint')}</p>
      {DATE_ORDERS.map((order) => (
        <label key={order} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name={name}
            checked={dates === order}
            onChange={() => onChoose(order)}
            className="size-5 shrink-0"
          />
          {t(`data.dates.${order}`)}
        </label>
      ))}
    </fieldset>
  )
}
