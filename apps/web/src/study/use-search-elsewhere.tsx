import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/**
 * For a search in the person's items that finds nothing. Explains that the Bible's words on cards are not searched (decision 33), and
 * links to the search in the Bible. Undefined if there is no search.
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
