import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHydrated } from '../../device/use-hydrated.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { DailyVerse } from './daily-verse.tsx'
import { FEATURES } from './features.ts'
import { HowItWorks } from './how-it-works.tsx'
import { Cards, Section } from './section.tsx'

/** Loads after the page, because only the device knows which chapter was read last. */
const FirstStep = lazy(() => import('./first-step.tsx'))
/** Loads after the page, because most visitors do not need it. */
const InstallHints = lazy(() => import('./install-hints.tsx'))

/**
 * Psalm 119:105, from which the product has its name. The verse is in the visitor's language, and below it in the other
 * language.
 */
const Hero = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const open = useAccountDialog()
  const checked = useSessionChecked()
  return (
    <section className="lamplight px-6 py-[clamp(56px,10vw,128px)] text-center today:hidden">
      <blockquote className="mx-auto max-w-[22ch] font-scripture text-display leading-[1.16] font-[440] tracking-[-0.016em] text-balance [&:lang(ko)]:max-w-[30ch] [&:lang(ko)]:leading-[1.35]">
        {t('landing.verse')}
      </blockquote>
      <p
        lang={language === 'ko' ? 'en' : 'ko'}
        className="mx-auto mt-5 font-scripture text-[clamp(1.05rem,1rem+0.6vw,1.4rem)] leading-[1.7] text-balance text-muted"
      >
        {t('landing.otherVerse')}
      </p>
      <p className="mt-4 text-sm font-medium text-muted">
        {t('landing.verseReference')} ·{' '}
        <span lang={language === 'ko' ? 'en' : 'ko'}>{t('landing.otherReference')}</span>
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to="/bible-reading" className="control primary big">
          {t('landing.start')}
        </Link>
        <Button big onClick={() => open('signUp')}>
          {t('menu.signUp')}
        </Button>
      </div>
      {/* The height is reserved, so that nothing below moves when FirstStep appears. */}
      <div className="mt-3 min-h-24 wide:min-h-11">
        <Fetched>{checked && <FirstStep />}</Fetched>
      </div>
    </section>
  )
}

const ForVisitors = () => {
  const { t } = useTranslation()
  return (
    <div className="today:hidden">
      <Section title={t('landing.features')}>
        <Cards
          across={4}
          cards={FEATURES.map(({ icon, name }) => ({
            icon,
            name,
            title: t(`landing.feature.${name}Title`),
            text: t(`landing.feature.${name}Text`),
          }))}
        />
      </Section>
      <HowItWorks />
      <section className="grid justify-items-center gap-2 border-t border-line pt-14 pb-18 text-center">
        <p className="font-scripture text-xl leading-tight font-semibold">{t('landing.closing')}</p>
        <p className="text-sm text-muted">{t('landing.closingText')}</p>
        <Link to="/bible-reading" className="control plain mt-4">
          {t('landing.start')}
        </Link>
      </section>
    </div>
  )
}

type Props = {
  /** Renders the content below the daily verse for a logged-in person. Its code is fetched when it is first shown. */
  readonly today: (user: User) => ReactNode
}

/**
 * Shows a visitor the product, and a logged-in person the overview of their day. The server's HTML is the same for
 * both. If the cookie says that somebody may be logged in (public/before-scripts.js), the CSS variant `today:` lays out
 * the page of that person from the first paint on.
 */
export const LandingPage = ({ today }: Props) => {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const user = useSession()
  const checked = useSessionChecked()
  return (
    <div data-today={user ? 'yes' : checked ? 'no' : 'maybe'}>
      <PageHead
        title={t('landing.title')}
        path="/"
        data={{
          '@type': 'WebSite',
          name: t('product'),
          alternateName: ['Pathlight', '길빛'],
          inLanguage: ['en', 'ko'],
        }}
      />
      <Fetched>{hydrated && <InstallHints />}</Fetched>
      <h1 className="sr-only">{t('product')}</h1>
      {!user && <Hero />}
      <div className="relative mx-auto max-w-[68rem] px-4 wide:px-6 today:max-w-[49rem]">
        <section className="border-t border-line py-12 wide:py-14 today:border-0 today:pt-16 today:pb-0">
          <h2 className="mb-6 font-scripture text-xl leading-tight font-semibold today:sr-only">
            {t('landing.daily')}
          </h2>
          <DailyVerse user={user} />
        </section>
        <Fetched>{user && today(user)}</Fetched>
        {!user && <ForVisitors />}
      </div>
    </div>
  )
}
