import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHydrated } from '../../device/use-hydrated.ts'
import { IconButton } from '../../ui/button.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { X } from '../../ui/icons.ts'
import { forgetSearch, recentSearches } from './recent-searches.ts'
import { readSearch, searchPath } from './search-asked.ts'

const pathOf = (query: string) => searchPath(readSearch(new URLSearchParams({ query })))

/** The latest searches on this device; nothing if there are none. */
const Recent = () => {
  const { t } = useTranslation()
  const [searches, setSearches] = useState(recentSearches)
  if (searches.length === 0) return null
  return (
    <section className="mb-10">
      <h2 className="mb-2 text-base font-semibold">{t('search.recent')}</h2>
      <ul>
        {searches.map((query) => (
          <li key={query} className="flex items-center border-t border-line">
            <Link to={pathOf(query)} className="flex min-h-11 min-w-0 grow items-center hover:text-accent">
              <span className="truncate">{query}</span>
            </Link>
            <IconButton
              icon={X}
              label={t('search.forget', { query })}
              onClick={({ currentTarget }) => {
                focusNextRow(currentTarget)
                setSearches(forgetSearch(query))
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const HELP = [
  ['search.helpWords', 'search.example.words'],
  ['search.helpPhrase', 'search.example.phrase'],
  ['search.helpWithout', 'search.example.without'],
  ['search.helpReference', 'search.example.reference'],
] as const

/** The page before a search: recent searches, and examples. */
export const BeforeSearching = () => {
  const { t } = useTranslation()
  return (
    <div className="mt-8">
      {useHydrated() && <Recent />}
      <section>
        <h2 className="mb-2 text-base font-semibold">{t('search.help')}</h2>
        <dl>
          {HELP.map(([help, example]) => (
            <div key={help} className="flex flex-wrap items-center gap-x-4 border-t border-line py-1">
              <dt className="grow py-1 text-muted">{t(help)}</dt>
              <dd>
                <Link
                  to={pathOf(t(example))}
                  className="flex min-h-11 items-center font-scripture text-accent underline-offset-4 hover:underline"
                >
                  {t(example)}
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
