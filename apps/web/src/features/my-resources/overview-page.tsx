import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../locales/translation.ts'
import { Button } from '../../ui/button.tsx'
import { MyResourcesFrame } from './my-resources-frame.tsx'
import { resourceCountsQuery } from './resource-counts-query.ts'

const Counts = ({ user }: { user: User }) => {
  const { t } = useTranslation()
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
      <Link
        to="/my-memos/memos"
        className="flex min-h-24 max-w-96 items-center gap-4 rounded-md border border-line bg-surface px-5 py-4 transition-colors duration-(--fast) hover:border-accent"
      >
        <span className="min-w-10 font-scripture text-[2.4rem] leading-none font-medium text-accent tabular-nums">
          {counts ? counts.notes_count : <span className="skeleton block h-9 w-8" />}
        </span>
        <span className="grow font-semibold">
          {t('mine.notes')}
          <span className="block text-sm font-normal text-muted">{t('mine.openNotes')}</span>
        </span>
        <ChevronRight size={20} strokeWidth={1.8} className="text-muted" aria-hidden />
      </Link>
    </>
  )
}

/** /my-memos: how much there is, and the ways to it. */
export const Component = () => {
  const { t } = useTranslation()
  return <MyResourcesFrame title={t('mine.title')}>{(user) => <Counts user={user} />}</MyResourcesFrame>
}
