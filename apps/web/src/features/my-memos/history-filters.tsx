import type { User } from '@pathlight/contracts/accounts.ts'
import { REMOVED_COUNT_MAX } from '@pathlight/contracts/history-rules.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { devicesQuery } from '../../session/devices-query.ts'
import { deviceInWords } from '../../study/history/device-in-words.ts'
import type { AnyKindHistory } from '../../study/history/kind-history.ts'
import { Chip } from '../../ui/chip.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import type { ChangesFilter } from './changes-query.ts'

type Props = {
  readonly user: User
  readonly histories: readonly AnyKindHistory[]
  readonly filter: ChangesFilter
  /** The number of items that are removed, at most REMOVED_COUNT_MAX. */
  readonly removedCount: number
  readonly onFilter: (change: Partial<ChangesFilter>) => void
}

export const HistoryFilters = ({ user, histories, filter, removedCount, onFilter }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: devices = [] } = useQuery(devicesQuery(user))
  const { kind, removed, device, book } = filter
  return (
    <>
      <fieldset className="scroll-row mb-1.5">
        <legend className="sr-only">{t('history.show')}</legend>
        <Chip pressed={kind === '' && !removed} onPress={() => onFilter({ kind: '', removed: false })}>
          {t('history.everything')}
        </Chip>
        {histories.map((history) => (
          <Chip
            key={history.kind}
            pressed={kind === history.kind}
            onPress={() => onFilter({ kind: kind === history.kind ? '' : history.kind })}
          >
            {t(`history.kind.${history.kind}`)}
          </Chip>
        ))}
        <Chip pressed={removed} onPress={() => onFilter({ removed: !removed })}>
          {`${t('history.removed')} `}
          {removedCount > 0 && (
            <b className="ml-1.5 tabular-nums">
              {removedCount.toLocaleString(language)}
              {removedCount >= REMOVED_COUNT_MAX && '+'}
            </b>
          )}
        </Chip>
      </fieldset>
      <div className="scroll-row mb-4 *:flex-none">
        <FilterSelect label={t('history.device')} value={device} onChange={(chosen) => onFilter({ device: chosen })}>
          <option value="">{t('history.anyDevice')}</option>
          {devices.map(({ id, label, current }) => (
            <option key={id} value={id}>
              {deviceInWords(t, { id, label, current })}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={t('history.book')} value={book} onChange={(chosen) => onFilter({ book: chosen })}>
          <option value="">{t('history.anyBook')}</option>
          {BOOKS.map((one) => (
            <option key={one.index} value={one.name.en}>
              {bookName(one, language)}
            </option>
          ))}
        </FilterSelect>
      </div>
    </>
  )
}
