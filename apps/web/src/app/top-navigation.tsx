import { CaseSensitive, CircleUserRound, Globe, Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { withWords } from '../locales/language.ts'
import { useTranslation } from '../locales/translation.ts'
import { IconButton } from '../ui/button.tsx'
import { fetchedControl } from './fetched-control.tsx'
import { LanguageButton } from './language-button.tsx'
import { Logo } from './logo.tsx'

const AppearanceControl = fetchedControl('dialog', () =>
  withWords(['appearance'], () => import('./appearance-popover.tsx')),
)
const LanguageControl = fetchedControl('menu', () => import('./language-menu.tsx'))
const NamedLanguageControl = fetchedControl('menu', () => import('./named-language-menu.tsx'))
const ProfileControl = fetchedControl('menu', () => import('./profile-menu.tsx'))

const PAGES = [
  { to: '/', key: 'menu.home', under: [] },
  // A passage is Bible reading too.
  { to: '/bible-reading', key: 'menu.bibleReading', under: ['/bible/'] },
  { to: '/my-memos', key: 'menu.myMemos', under: ['/my-memos/'] },
] as const

const PageLinks = ({ className, onGo }: { className: string; onGo?: () => void }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return PAGES.map(({ to, key, under }) => (
    <Link
      key={to}
      to={to}
      {...(onGo && { onClick: onGo })}
      {...((pathname === to || under.some((path) => pathname.startsWith(path))) && { 'aria-current': 'page' as const })}
      className={className}
    >
      {t(key)}
    </Link>
  ))
}

/** For whoever has no script: the same page in the other language. */
const OtherLanguage = () => {
  const { t, language } = useTranslation()
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

/** The bar on every page. On small screens its links are behind a button. */
export const TopNavigation = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpen(false)
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', pressed)
    }
  }, [open])

  return (
    <header ref={bar} className="sticky top-0 z-20 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="flex h-(--bar) items-center gap-1 px-4 wide:px-6">
        <Logo />
        <nav aria-label={t('menu.main')} className="ml-4 hidden h-full items-center gap-1 wide:flex">
          <PageLinks className="flex h-full items-center border-b-2 border-transparent px-3 pt-0.5 text-sm text-muted transition-colors duration-(--fast) hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink" />
        </nav>
        <span className="grow" />
        <span className="noscript:hidden contents">
          <AppearanceControl
            button={(forNow) => <IconButton {...forNow} icon={CaseSensitive} label={t('appearance.title')} />}
          />
          <span className="hidden wide:block">
            <LanguageControl button={(forNow) => <IconButton {...forNow} icon={Globe} label={t('menu.language')} />} />
          </span>
          <ProfileControl
            button={(forNow) => <IconButton {...forNow} icon={CircleUserRound} label={t('menu.profile')} />}
          />
          <IconButton
            ref={toggle}
            icon={open ? X : MenuIcon}
            label={t(open ? 'menu.close' : 'menu.open')}
            aria-expanded={open}
            aria-controls="stacked-menu"
            onClick={() => setOpen(!open)}
            className="-mr-2.5 wide:hidden"
          />
        </span>
        <OtherLanguage />
      </div>
      <nav
        id="stacked-menu"
        aria-label={t('menu.main')}
        className={`${open ? '' : 'hidden max-wide:noscript:flex'} gap-5 border-t border-line bg-paper px-4 pt-1 pb-3 shadow-high noscript:shadow-none wide:hidden`}
      >
        <PageLinks
          onGo={() => setOpen(false)}
          className="flex min-h-12 items-center border-b border-line text-md aria-[current=page]:font-semibold aria-[current=page]:text-accent"
        />
        <div className="noscript:hidden flex min-h-12 items-center justify-between">
          <span className="text-sm text-muted">{t('menu.language')}</span>
          <NamedLanguageControl button={(forNow) => <LanguageButton {...forNow} />} />
        </div>
      </nav>
    </header>
  )
}
