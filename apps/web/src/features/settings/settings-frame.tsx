import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'

const PAGES = [
  { path: '/settings', label: 'settings.nav.reading' },
  { path: '/settings/account', label: 'settings.nav.account' },
  { path: '/settings/data', label: 'settings.nav.data' },
] as const

/** The frame of the settings pages. Each page is a route inside it. */
export const Component = () => {
  const { t } = useTranslation()
  const user = useSession()
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6 wide:px-6 wide:py-9">
      {user && (
        <nav aria-label={t('settings.nav.label')} className="mb-4 flex flex-wrap gap-x-1 border-b border-line">
          {PAGES.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              end
              className="-mb-px flex min-h-11 flex-none items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              {t(label)}
            </NavLink>
          ))}
        </nav>
      )}
      <Outlet />
    </div>
  )
}
