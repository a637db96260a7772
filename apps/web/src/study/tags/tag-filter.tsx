import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { useTranslation } from 'react-i18next'
import { usePerson } from '../../session/use-person.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { useTags } from './own-tags.ts'

type Props = {
  /** The chosen tag. '' shows all items. */
  readonly value: string
  readonly onChange: (tag: string) => void
  /** The kind of the listed items. Absent: items of all kinds. */
  readonly kind?: Parameters<typeof useTags>[1]
}

/**
 * A select for the tag that listed items must have, with the number of items of each tag. Renders nothing if no item
 * has tags and no tag is chosen.
 */
const TagFilter = ({ value, onChange, kind }: Props) => {
  const { t } = useTranslation()
  const { tags = [] } = useTags(usePerson(), kind)
  const offered = tags.filter(({ tag, count }) => count > 0 || tagKey(tag) === tagKey(value))
  if (offered.length === 0 && value === '') return null
  const known = offered.find(({ tag }) => tagKey(tag) === tagKey(value))
  return (
    <FilterSelect label={t('tags.filter')} value={known?.tag ?? value} onChange={onChange}>
      <option value="">{t('tags.any')}</option>
      {value !== '' && !known && <option value={value}>{value}</option>}
      {offered.map(({ tag, count }) => (
        <option key={tag} value={tag}>
          {t('tags.counted', { tag, count })}
        </option>
      ))}
    </FilterSelect>
  )
}
export default TagFilter
