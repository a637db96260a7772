import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHydrated } from '../../device/use-hydrated.ts'
import { IconButton } from '../../ui/button.tsx'
import { X } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { HowToSearch, pathOfQuery } from './how-to-search.tsx'
import { forgetSearch, recentSearches } from './recent-searches.ts'

/** The latest searches on this device. Renders nothing if there are none. */
const Recent = () => {
  const { t } = useTranslation()
  const [searches, setSearches] = useState(recentSearches)
  if (searches.length === 0) return null
  return (
    <section className="mb-10">
      <h2 className="mb-2 text-base font-semibold">{t('search.recent')}</h2>
      <ul>
        {searches.map((query) => (
          <li key={query} ref={passFocusOn} className="flex items-center border-t border-line">
            <Link to={pathOfQuery(query)} className="flex min-h-11 min-w-0 grow items-center hover:text-accent">
              <span className="truncate">{query}</span>
            </Link>
            <IconButton
              icon={X}
              label={t('search.forget', { query })}
              {...onOnePress(() => setSearches(forgetSearch(query)))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The search page before a search: recent searches, and examples. */
export const BeforeSearching = () => (
  <div className="mt-8">
    {useHydrated() && <Recent />}
    <HowToSearch />
  </div>
)
