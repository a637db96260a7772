import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/**
 * For a search of one's own things that finds nothing: that it does not look into the verses that cards show (decision 33), and the way to
 * the search that does. Undefined where no words are looked for.
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
