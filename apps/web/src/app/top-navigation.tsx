import { lazy, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLoaded } from '../device/use-loaded.ts'
import { withWords } from '../locales/language.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { useSession, useSessionChecked } from '../session/use-session.ts'
import { IconButton } from '../ui/button.tsx'
import { Fetched } from '../ui/fetched.tsx'
import { CaseSensitive, CircleUserRound, Globe, Menu as MenuIcon, Search, X } from '../ui/icons.ts'
import { focusSearchField } from '../ui/search-field.tsx'
import { usePageKeys } from '../ui/use-page-keys.ts'
import { AboutMenu } from './about-menu.tsx'
import { fetchedControl } from './fetched-control.tsx'
import { LanguageButton } from './language-button.tsx'
import { Logo } from './logo.tsx'
import { ABOUT_PAGES, MENU_PAGES, type MenuPage } from './menu-pages.ts'
import { SearchBox } from './search-box.tsx'
import { useDismiss } from './use-dismiss.ts'

export const AppearanceControl = fetchedControl('dialog', () =>
  withWords(['appearance'], () => import('./appearance-popover.tsx')),
)
export const LanguageControl = fetchedControl('menu', () => import('./language-menu.tsx'))
const NamedLanguageControl = fetchedControl('menu', () => import('./named-language-menu.tsx'))
const ProfileControl = fetchedControl('menu', () => import('./profile-menu.tsx'))

const OfflineSign = lazy(() => withWords(['person', 'offline'], () => import('./offline-sign.tsx')))

const PageLinks = ({
  pages,
  className,
  onGo,
}: {
  pages: readonly MenuPage[]
  className: string
  onGo?: () => void
}) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return pages.map(({ to, key, under }) => (
    <Link
      key={to}
      to={to}
      {...(onGo && { onClick: onGo })}
      {...((pathname === to || (under && pathname.startsWith(under))) && { 'aria-current': 'page' as const })}
      className={className}
    >
      {t(key)}
    </Link>
  ))
}

/** A link to the same page in the other language, for browsers without script. */
const OtherLanguage = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <noscript>
      <a
        href={`/language?${new URLSearchParams({ to: other, back: pathname + search })}`}
        lang={other}
        className="control quiet"
      >
        {t(other === 'ko' ? 'menu.korean' : 'menu.english')}
      </a>
    </noscript>
  )
}

/** The navigation bar of every page except those of shared items. On narrow screens its links are behind a button. */
export const TopNavigation = ({ about = ABOUT_PAGES }: { about?: readonly MenuPage[] }) => {
  const { t } = useTranslation()
  const checked = useSessionChecked()
  const user = useSession()
  const isLoaded = useLoaded()
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useCallback((by?: 'press' | 'escape') => {
    setOpen(false)
    if (by === 'escape') toggle.current?.focus()
  }, [])
  useDismiss(bar, open, close)
  usePageKeys({
    '/': () => {
      if (focusSearchField()) return
      // On a phone the search box is in the menu.
      flushSync(() => setOpen(true))
      focusSearchField()
    },
  })

  return (
    <header ref={bar} className="sticky top-0 z-20 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="flex h-(--bar) items-center gap-1 px-4 wide:px-6">
        <Logo />
        <nav aria-label={t('menu.main')} className="ml-3 hidden h-full items-center desk:flex">
          <PageLinks pages={MENU_PAGES} className="bar-link" />
          {about.length > 0 && <AboutMenu pages={about} />}
        </nav>
        <span className="grow" />
        <SearchBox onSearch={close} className="mx-2 hidden min-w-0 max-w-80 grow wide:flex" />
        <Link
          to="/search"
          aria-label={t('menu.searchPage')}
          title={t('menu.searchPage')}
          className="icon-control max-[359px]:hidden wide:hidden"
        >
          <Search size={20} strokeWidth={1.8} aria-hidden />
        </Link>
        <span className="noscript:hidden contents">
          <AppearanceControl
            button={(standIn) => <IconButton {...standIn} icon={CaseSensitive} label={t('appearance.title')} />}
          />
          <span className="hidden wide:block">
            <LanguageControl
              button={(standIn) => <IconButton {...standIn} icon={Globe} label={t('menu.language')} />}
            />
          </span>
          <Fetched>{isLoaded && <OfflineSign user={user} />}</Fetched>
          {/* The control is invisible until the session is known, but takes up its space. */}
          <span className={checked ? '' : 'invisible'}>
            <ProfileControl
              button={(standIn) => <IconButton {...standIn} icon={CircleUserRound} label={t('menu.profile')} />}
            />
          </span>
          <IconButton
            ref={toggle}
            icon={open ? X : MenuIcon}
            label={t(open ? 'menu.close' : 'menu.open')}
            aria-expanded={open}
            aria-controls="stacked-menu"
            onClick={() => setOpen(!open)}
            className="-mr-2.5 desk:hidden"
          />
        </span>
        <OtherLanguage />
      </div>
      <nav
        id="stacked-menu"
        aria-label={t('menu.main')}
        className={`${open ? '' : 'hidden max-desk:noscript:flex'} absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] flex-wrap gap-x-5 overflow-y-auto border-y border-line bg-paper px-4 pt-1 pb-3 shadow-high noscript:static noscript:shadow-none wide:px-6 desk:hidden`}
      >
        <SearchBox onSearch={close} className="flex py-3 noscript:w-full wide:hidden" />
        <PageLinks pages={[...MENU_PAGES, ...about]} onGo={close} className="menu-link" />
        <div className="noscript:hidden flex min-h-12 flex-wrap items-center justify-between wide:hidden">
          <span className="text-sm text-muted">{t('menu.language')}</span>
          <NamedLanguageControl button={(standIn) => <LanguageButton {...standIn} />} />
        </div>
      </nav>
    </header>
  )
}
