import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { Settings2 } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { accountQuery } from './account-queries.ts'
import { CloseSection } from './close-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LooksMail } from './looks-mail.tsx'
import { NameSection } from './name-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { StandingSection } from './standing-section.tsx'

// The page works without these sections, so they load after it.
const LogInWaysSections = lazy(() =>
  withWords(['account', 'accounts', 'log-in'], () => import('./log-in-ways-sections.tsx')),
)
const LooksSection = lazy(() => import('./looks-section.tsx'))
const TokensSection = lazy(() => withWords(['account', 'tokens'], () => import('./tokens-section.tsx')))
const SharesSection = lazy(() => withWords(['account', 'links'], () => import('./shares-section.tsx')))

const NO_USER = { id: '', username: '', email: '' }

const Content = () => {
  const { t } = useTranslation()
  const user = useSession()
  const checked = useSessionChecked()
  const { data: account, error, refetch } = useQuery({ ...accountQuery(user ?? NO_USER), enabled: user !== null })
  if (!checked) return <LoadingText />
  if (!user)
    return (
      <PleaseLogIn icon={Settings2} title={t('server.not_logged_in')}>
        {t('account.pleaseText')}
      </PleaseLogIn>
    )
  if (account)
    return (
      <div key={user.id} className="grid gap-10">
        <StandingSection user={user} account={account} />
        <NameSection user={user} account={account} />
        <EmailSection user={user} account={account} />
        <PasswordSection user={user} />
        <Fetched>
          <LogInWaysSections user={user} />
        </Fetched>
        <DevicesSection user={user} />
        <Fetched>
          <TokensSection user={user} />
        </Fetched>
        <Fetched>
          <SharesSection user={user} />
        </Fetched>
        <Fetched>
          <LooksSection user={user} />
        </Fetched>
        <LooksMail user={user} account={account} />
        <CloseSection username={account.username} />
      </div>
    )
  if (!error) return <LoadingText />
  return <Notice tone="error" title={sayProblem(t, error) ?? t('account.failed')} onRetry={refetch} />
}

/** The page /settings/account. */
export const Component = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('account.title')} />
      <h1 className="mb-5 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{t('account.title')}</h1>
      <Content />
    </>
  )
}
