import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router-dom'
import { AdminFrame } from '../features/admin/admin-frame.tsx'
import { withWords } from '../locales/language.ts'
import { useSession, useSessionChecked } from '../session/use-session.ts'
import { Fetched } from '../ui/fetched.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Component as NotFoundPage } from './not-found-page.tsx'

type Page = ComponentType<{ adminId: string }>

const page = (load: () => Promise<{ Component: Page }>) => lazy(async () => ({ default: (await load()).Component }))

/** The routes of the admins' pages. Keeping them out of routes.tsx keeps them out of every visitor's first scripts. */
const PAGES: Readonly<Record<string, Page>> = {
  '/admin': page(() => withWords(['admin', 'history'], () => import('../features/admin/people-page.tsx'))),
  '/admin/audit': page(() =>
    withWords(['admin', 'history', 'reference'], () => import('../features/admin/audit-page.tsx')),
  ),
  '/admin/invitations': page(() =>
    withWords(['admin', 'accounts', 'tokens'], () => import('../features/admin/invitations-page.tsx')),
  ),
  '/admin/bibles': page(() => withWords(['admin'], () => import('../features/admin/bibles-page.tsx'))),
  '/admin/backups': page(() => withWords(['admin', 'history'], () => import('../features/admin/backups-page.tsx'))),
  '/admin/system': page(() => withWords(['admin', 'history'], () => import('../features/admin/system-page.tsx'))),
}

/** The admins' pages. Everybody else gets the not-found page. */
export const Component = () => {
  const user = useSession()
  const checked = useSessionChecked()
  const { pathname } = useLocation()
  const Page = PAGES[pathname.replace(/\/$/, '')]
  if (!checked) return <LoadingText />
  if (!user?.admin || !Page) return <NotFoundPage />
  return (
    <AdminFrame key={user.id} adminId={user.id}>
      <Fetched loading={<LoadingText />}>
        <Page adminId={user.id} />
      </Fetched>
    </AdminFrame>
  )
}
