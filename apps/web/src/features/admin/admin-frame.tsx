import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'

/** Each has its page in app/admin-route.tsx. */
const PAGES = [
  { path: '/admin', label: 'admin.nav.people' },
  { path: '/admin/audit', label: 'admin.nav.audit' },
  { path: '/admin/bibles', label: 'admin.nav.bibles' },
  { path: '/admin/system', label: 'admin.nav.system' },
] as const

/** The frame of the admins' pages. */
export const AdminFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className="mx-auto grid max-w-[68rem] gap-4 px-4 py-4 wide:grid-cols-[11rem_minmax(0,1fr)] wide:gap-7 wide:px-6 wide:py-8">
      <nav aria-label={t('admin.nav.label')} className="flex flex-wrap gap-1 text-sm wide:grid wide:content-start">
        {PAGES.map(({ path, label }) => (
          <NavLink
            key={path}
            to={path}
            end={path === '/admin'}
            className="flex min-h-11 flex-none items-center rounded-md px-3 text-muted hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent"
          >
            {t(label)}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
