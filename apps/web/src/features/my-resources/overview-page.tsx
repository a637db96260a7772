import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../locales/translation.ts'
import { usePerson } from '../../session/use-person.ts'
import { Button } from '../../ui/button.tsx'
import { resourceCountsQuery } from './resource-counts-query.ts'
import { SECTIONS } from './sections.ts'

/** /my-memos: how much there is, and the ways to it. */
export const Component = () => {
  const { t, language } = useTranslation()
  const user = usePerson()
  const { data: counts, isError, refetch } = useQuery(resourceCountsQuery(user))
  if (isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4 text-danger">
        <p>{t('mine.countsFailed')}</p>
        <Button onClick={() => refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  return (
    <>
      <p className="mb-5 text-sm text-muted">{t('mine.overviewText')}</p>
      <div className="grid gap-3 wide:grid-cols-2">
        {SECTIONS.map(({ path, label, open, count: Count }) => (
          <Link
            key={path}
            to={path}
            className="flex min-h-24 items-center gap-4 rounded-md border border-line bg-surface px-5 py-4 transition-colors duration-(--fast) hover:border-accent"
          >
            <span className="min-w-10 font-scripture text-[2.4rem] leading-none font-medium text-accent tabular-nums">
              {typeof Count !== 'string' ? (
                <Count size={32} strokeWidth={1.6} aria-hidden />
              ) : counts ? (
                counts[Count].toLocaleString(language)
              ) : (
                <span className="skeleton block h-9 w-8" />
              )}
            </span>
            <span className="grow font-semibold">
              {t(label)}
              <span className="block text-sm font-normal text-muted">{t(open)}</span>
            </span>
            <ChevronRight size={20} strokeWidth={1.8} className="text-muted" aria-hidden />
          </Link>
        ))}
      </div>
    </>
  )
}
