import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { LogOut, NotebookPen } from 'lucide-react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { useTranslation } from '../../locales/translation.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { resourceCountsQuery } from './resource-counts-query.ts'
import { SECTIONS } from './sections.ts'

const ROW =
  'flex min-h-11 items-center justify-between gap-3 rounded-sm px-3 text-sm text-muted transition-colors duration-(--fast) hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent'

const Side = ({ user }: { user: User }) => {
  const { t, language } = useTranslation()
  const leave = useLogOut()
  const { data: counts } = useQuery(resourceCountsQuery(user))
  return (
    <nav aria-label={t('mine.nav')} className="flex flex-wrap gap-1 wide:grid wide:content-start">
      {SECTIONS.map(({ path, label, count }) => (
        <NavLink key={path} to={path} className={ROW}>
          {t(label)}
          <span className="tabular-nums">{typeof count === 'string' && counts?.[count].toLocaleString(language)}</span>
        </NavLink>
      ))}
      <button type="button" onClick={leave} className={ROW}>
        {t('mine.logOut')}
        <LogOut size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </nav>
  )
}

/** The frame of every page with the person's own things, which is a route within it and takes them by `usePerson`; somebody who is not signed in is asked to. */
export const Component = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const user = useSession()
  const checked = useSessionChecked()
  if (!checked) return <LoadingText />
  const title = t(SECTIONS.find(({ path }) => path === pathname)?.title ?? 'mine.title')
  return (
    <div className="mx-auto max-w-[68rem] px-4 py-6 wide:px-6 wide:py-9">
      <PageHead title={title} />
      <div className={user ? 'grid gap-5 wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-8' : ''}>
        {user && <Side user={user} />}
        <div className="min-w-0">
          <h1 className="mb-4 font-scripture text-[1.9rem] leading-tight font-semibold">{title}</h1>
          {user ? (
            <Outlet context={user} />
          ) : (
            <PleaseLogIn icon={NotebookPen} title={t('mine.please')}>
              {t('mine.pleaseText')}
            </PleaseLogIn>
          )}
        </div>
      </div>
    </div>
  )
}
