import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { readSearch, searchPath } from './search-asked.ts'

/** The parts that a search may contain. The page shows an example of each. */
const WAYS = {
  help: ['words', 'phrase', 'without', 'reference'],
  precisely: ['or', 'near', 'star', 'range', 'books', 'strong', 'lemma'],
} as const

/** The address of a query in all books and versions. */
export const pathOfQuery = (query: string): string => searchPath(readSearch(new URLSearchParams({ query })))

/** Explains how to write a search. Each way has an example, which is a link to its results. */
export const HowToSearch = () => {
  const { t } = useTranslation()
  return (['help', 'precisely'] as const).map((group) => (
    <section key={group} className="mb-8 text-start">
      <h2 className="mb-2 text-base font-semibold">{t(`search.${group}`)}</h2>
      <dl>
        {WAYS[group].map((way) => (
          <div key={way} className="flex flex-wrap items-center gap-x-4 border-t border-line py-1">
            <dt className="grow py-1 text-muted">{t(`search.way.${way}`)}</dt>
            <dd>
              <Link
                to={pathOfQuery(t(`search.example.${way}`))}
                className="flex min-h-11 min-w-11 items-center font-scripture text-accent underline-offset-4 hover:underline"
              >
                {t(`search.example.${way}`)}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
