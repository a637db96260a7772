import { lazy, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { accountClosed } from '../api/request.ts'
import { useLoaded } from '../device/use-loaded.ts'
import { useObserved } from '../device/use-observed.ts'
import { withWords } from '../locales/language.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { AccountDialogs } from '../session/account-dialogs.tsx'
import { useSession } from '../session/use-session.ts'
import { Fetched } from '../ui/fetched.tsx'
import { StatusMessages } from '../ui/status-message.tsx'
import { TopNavigation } from './top-navigation.tsx'
import { useLetters } from './use-letters.ts'
import { usePageScroll } from './use-page-scroll.ts'

/** The account dialog is fetched when a person first opens it, because most readers never open it. */
const AccountDialogWindow = lazy(() =>
  withWords(['accounts'], () => import('../features/accounts/account-dialog-window.tsx')),
)

const PersonWatch = lazy(() => withWords(['person'], () => import('./person-watch.tsx')))
const Offline = lazy(() => withWords(['offline'], () => import('./offline.tsx')))

/** The frame of every page. */
export const Shell = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useSession()
  const isClosed = useObserved(accountClosed)
  const isLoaded = useLoaded()
  const { pathname } = useLocation()
  useLetters(`${language} ${pathname}`)
  usePageScroll()
  const content = useRef<HTMLElement>(null)
  /** The path of the previous page. At first it is the first page's own, so that this page does not take the focus. */
  const visited = useRef(pathname)
  useEffect(() => {
    // If the pressed link is gone with its page, the content gets the focus, so that screen readers go on at the
    // beginning of the new page.
    if (pathname !== visited.current && document.activeElement === document.body)
      content.current?.focus({ preventScroll: true })
    visited.current = pathname
  }, [pathname])
  return (
    <StatusMessages>
      <AccountDialogs window={AccountDialogWindow}>
        <a
          href="#content"
          className="sr-only z-50 rounded-sm bg-accent px-4 py-3 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t('skipToContent')}
        </a>
        {/* A shared page has no navigation bar; it has a foot of its own. */}
        {!pathname.startsWith('/shared/') && <TopNavigation />}
        <Fetched>{(user || isClosed) && <PersonWatch user={user} isClosed={isClosed} isLoaded={isLoaded} />}</Fetched>
        <main ref={content} id="content" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
        <Fetched>{isLoaded && <Offline />}</Fetched>
      </AccountDialogs>
    </StatusMessages>
  )
}
