import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/**
 * For a search in the person's items that found nothing: explains that the Bible words on cards are not searched
 * (decision 33), and links to the search in the Bible. Undefined if nothing is searched.
 */
export const useSearchElsewhere = (query: string): { text: string; action: ReactNode } | undefined => {
  const { t } = useTranslation()
  const words = query.trim()
  if (words === '') return undefined
  return {
    text: t('myMemos.searchHelp'),
    action: (
      <Link to={`/search?${new URLSearchParams({ query: words })}`} className="control plain max-w-full wrap-anywhere">
        {t('myMemos.searchBible')}
      </Link>
    ),
  }
}
