import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { versionsQuery } from '../../bible/versions-query.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { PleaseLogIn } from '../../session/please-log-in.tsx'
import { settingsQuery } from '../../session/settings-query.ts'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { Settings2 } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsForm } from './settings-form.tsx'

const CopySection = lazy(() => withWords(['settings'], () => import('./copy-section.tsx')))

const Content = () => {
  const { t } = useTranslation()
  const user = useSession()
  const checked = useSessionChecked()
  const { data: settings, error, refetch } = useQuery(settingsQuery(user))
  const { data: versionList, error: versionsError, refetch: refetchVersions } = useQuery(versionsQuery)
  if (!checked) return <LoadingText />
  if (!user)
    return (
      <div className="grid gap-9">
        <PleaseLogIn icon={Settings2} title={t('server.not_logged_in')}>
          {t('settings.pleaseText')}
        </PleaseLogIn>
        <Fetched>
          <CopySection user={null} />
        </Fetched>
      </div>
    )
  if (settings && versionList)
    return (
      <div key={user.id} className="grid gap-9">
        <SettingsForm user={user} settings={settings} versionList={versionList} />
        <Fetched>
          <CopySection user={user} />
        </Fetched>
      </div>
    )
  const problem = error ?? versionsError
  if (!problem) return <LoadingText />
  return (
    <Notice
      tone="error"
      title={sayProblem(t, problem) ?? t('settings.loadFailed')}
      onRetry={error ? refetch : refetchVersions}
    />
  )
}

/** The page /settings: the person's settings, and the style of copied verses, which a visitor can choose, too. */
export const Component = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('settings.title')} />
      <h1 className="mb-5 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{t('settings.title')}</h1>
      <Content />
    </>
  )
}
