import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/**
 * For a search without results in one's own items: explains that it does not search the verses on cards (decision 33), and links to
 * the search that does. Undefined without a search.
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
