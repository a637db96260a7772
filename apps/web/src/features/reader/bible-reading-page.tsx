import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { passagePath } from '../../bible/passage-path.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { settingsQuery } from '../../session/settings-query.ts'
import { useSession, useSessionChecked } from '../../session/use-session.ts'
import { BookX } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { beginningOf } from './beginning-of.ts'
import { ChapterSkeleton } from './columns/chapter-skeleton.tsx'
import { keptReaderState } from './columns/kept-reader-state.ts'
import { addressOf } from './columns/use-reader-state.ts'
import { entryOf, type Visit } from './columns/visit.ts'

/**
 * The page /bible-reading. It opens the columns that were last open on this device. If there are none, it opens the
 * beginning of the version in the person's settings or, without that version, of a readable version.
 */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const lastState = keptReaderState()
  const entry = entryOf(useLocation())
  const { data, error, refetch } = useQuery({ ...versionsQuery, enabled: !lastState })
  // The page waits for the settings, which the person may have changed on another device. If the settings cannot be
  // fetched, the page opens without them.
  const user = useSession()
  const checked = useSessionChecked()
  const { data: settings, isPending } = useQuery({ ...settingsQuery(user), enabled: !lastState && user !== null })
  const isWaiting = !checked || (user !== null && isPending)

  if (lastState)
    return (
      <Navigate
        replace
        to={addressOf(lastState)}
        state={{ reader: lastState, coming: 'onward', entry } satisfies Visit}
      />
    )
  if (error)
    return (
      <Notice
        icon={BookX}
        tone="error"
        title={t('reader.error', { message: sayProblem(t, error) ?? t('reader.offline') })}
        onRetry={refetch}
      />
    )
  if (!data || isWaiting)
    return (
      <div className="mx-auto max-w-(--measure) px-4 py-8 wide:px-6">
        <ChapterSkeleton label={t('loading')} />
      </div>
    )
  const version = data.versions.find(({ code }) => code === settings?.defaultVersion) ?? readableVersion(data, language)
  if (!version) return <Notice icon={BookX} title={t('reader.empty')} />
  return <Navigate replace to={passagePath(beginningOf(version))} />
}
