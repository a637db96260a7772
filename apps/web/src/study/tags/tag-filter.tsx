import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { useTranslation } from 'react-i18next'
import { usePerson } from '../../session/use-person.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { useTags } from './own-tags.ts'

type Props = {
  /** '' for any. */
  readonly value: string
  readonly onChange: (tag: string) => void
  /** Shows the number of items of each tag, on pages about all kinds. */
  readonly counted?: boolean
}

/** Filters by tag; hidden if the person has none. */
const TagFilter = ({ value, onChange, counted = false }: Props) => {
  const { t } = useTranslation()
  const { tags = [] } = useTags(usePerson())
  if (tags.length === 0 && value === '') return null
  const isKnown = value === '' || tags.some(({ tag }) => tag === value)
  return (
    <FilterSelect label={t('tags.filter')} value={value} onChange={onChange}>
      <option value="">{t('tags.any')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {tags
        .filter(({ tag, count }) => count > 0 || tagKey(tag) === tagKey(value))
        .map(({ tag, count }) => (
          <option key={tag} value={tag}>
            {counted ? t('tags.counted', { tag, count }) : tag}
          </option>
        ))}
    </FilterSelect>
  )
}
export default TagFilter
