import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHydrated } from '../../device/use-hydrated.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Highlighter, PencilLine, ScrollText, Sun } from '../../ui/icons.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { DailyVerse } from './daily-verse.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Cards, Section } from './section.tsx'

/** Only the device knows the passage, so the link comes after the page. */
const ContinueLink = lazy(() => import('../../bible/continue-link.tsx'))

/** For a signed-in person, and for one who can install the app. Most visitors need neither. */
const OwnStart = lazy(() => import('./own-start.tsx'))
const InstallHints = lazy(() => import('./install-hints.tsx'))

const FEATURES = [
  { icon: Sun, name: 'daily' },
  { icon: Highlighter, name: 'highlight' },
  { icon: PencilLine, name: 'memo' },
  { icon: ScrollText, name: 'sermon' },
] as const
/** Psalm 119:105, from which the product has its name, in the visitor's language and below it in the other one. */
const Hero = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useSession()
  const open = useAccountDialog()
  const hydrated = useHydrated()
  return (
    <section className="lamplight px-6 py-[clamp(56px,10vw,128px)] text-center">
      <h1 className="sr-only">{t('product')}</h1>
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
        {!user && (
          <Button big onClick={() => open('signUp')}>
            {t('menu.signUp')}
          </Button>
        )}
      </div>
      {/* A fixed height, so that nothing moves when the link appears. */}
      <p className="mt-3 min-h-11">
        <Fetched>{hydrated && <ContinueLink />}</Fetched>
      </p>
    </section>
  )
}

export const Component = () => {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const user = useSession()
  return (
    <>
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
      <Hero />
      <div className="mx-auto max-w-[68rem] px-4 wide:px-6">
        <Section title={t('landing.daily')}>
          <DailyVerse user={user} />
        </Section>
        <Fetched>{user && <OwnStart user={user} />}</Fetched>
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
    </>
  )
}
