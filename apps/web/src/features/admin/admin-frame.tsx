import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { countsQuery } from './admin-queries.ts'

/** The links of the navigation. app/admin-route.tsx has their pages. */
const PAGES = [
  { path: '/admin/audit', label: 'admin.nav.audit' },
  { path: '/admin', label: 'admin.nav.people', counted: 'people' },
  { path: '/admin/invitations', label: 'admin.nav.invitations' },
  { path: '/admin/bibles', label: 'admin.nav.bibles', counted: 'bibles' },
  { path: '/admin/backups', label: 'admin.nav.backups' },
  { path: '/admin/system', label: 'admin.nav.system' },
] as const satisfies readonly { path: string; label: string; counted?: 'people' | 'bibles' }[]

/** The navigation of the admins' pages, and the open page. */
export const AdminFrame = ({ adminId, children }: { adminId: string; children: ReactNode }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: counts } = useQuery(countsQuery(adminId))
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  // On a phone the navigation scrolls sideways. This effect scrolls it to the link of the open page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts make the links wider
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (row.current) row.current.scrollLeft = current ? current.offsetLeft - row.current.clientWidth / 3 : 0
  }, [pathname, counts])
  return (
    <div className="mx-auto grid max-w-[68rem] gap-4 px-4 py-4 print:block wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-8 wide:px-6 wide:py-8">
      <nav
        ref={row}
        aria-label={t('admin.nav.label')}
        className="scroll-row relative text-sm wide:mx-0 wide:grid wide:content-start wide:gap-1 wide:overflow-visible wide:px-0"
      >
        {PAGES.map(({ path, label, ...page }) => (
          <NavLink
            key={path}
            to={path}
            end={path === '/admin'}
            className="flex min-h-11 min-w-11 flex-none items-center justify-between gap-2 rounded-full px-3.5 whitespace-nowrap text-muted wide:rounded-md wide:px-3 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent"
          >
            {t(label)}
            {counts && 'counted' in page && (
              <span className="font-normal tabular-nums">{counts[page.counted].toLocaleString(language)}</span>
            )}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
