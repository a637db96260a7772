import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { LOOKS } from '../history/change-looks.ts'

/**
 * The tags of an item. Tags that were added or removed since `than` are marked; nothing is marked if `than` is null.
 */
export const TagsDifference = ({ item, than }: { readonly item: Tagged; readonly than: Tagged | null }) => {
  const { t } = useTranslation()
  const { tags = [] } = item
  const before = than ? (than.tags ?? []) : tags
  const all = [...new Set([...before, ...tags])]
  if (all.length === 0) return null
  const named = (tag: string) => {
    if (!tags.includes(tag)) return <del className={LOOKS.removed}>{tag}</del>
    return before.includes(tag) ? tag : <ins className={LOOKS.added}>{tag}</ins>
  }
  return (
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      {t('history.tags')}{' '}
      {all.map((tag, index) => (
        <Fragment key={tag}>
          {index > 0 && ', '}
          {named(tag)}
        </Fragment>
      ))}
    </p>
  )
}
