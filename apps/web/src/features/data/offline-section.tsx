import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptTexts } from '../../bible/kept-texts/kept-texts.tsx'
import { OfflineSwitch } from '../../bible/kept-texts/offline-switch.tsx'
import { useOpensOffline } from '../../device/opens-offline.ts'
import { useObserved } from '../../device/use-observed.ts'
import { formatDay } from '../../locales/format-date.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { settingsQuery } from '../../session/settings-query.ts'
import type { KeptKind } from '../../study/offline-kind.ts'
import { studyHere } from '../../study/study-here.ts'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Check } from '../../ui/icons.ts'

type Props = {
  readonly user: User
  /** Fetches the code that stores each kind's items on the device. */
  readonly offlineKinds: () => Promise<readonly KeptKind[]>
}

const KeptStudy = ({ user, offlineKinds }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const opens = useOpensOffline()
  const study = useObserved(studyHere)
  useEffect(() => studyHere.of(user.id), [user.id])
  const isComing = study.status === 'coming'
  const kept = 'kept' in study && !isComing ? study.kept : null
  return (
    <div className="grid gap-2">
      {study.status === 'failed' && (
        <FetchFailed words={t(`data.keep.why.${study.why}`)} onRetry={() => studyHere.keep(user.id, offlineKinds)} />
      )}
      <p role="status" className={kept ? 'text-sm text-muted' : 'sr-only'}>
        {isComing && t('data.keep.coming')}
        {kept && opens !== 'yes' && t(opens === 'never' ? 'data.keep.onlineOnly' : 'data.keep.opening')}
        {kept && opens === 'yes' && (
          <>
            <Check size={15} strokeWidth={2.2} className="mr-1 inline text-accent" aria-hidden />
            {t('data.keep.kept', {
              count: kept.items,
              size: sayBytes(kept.bytes, language),
              day: formatDay(kept.at, language),
            })}
          </>
        )}
      </p>
      {study.status === 'coming' && (
        <div className="text-sm text-muted">
          <progress aria-label={t('data.keep.coming')} />
          {t('data.keep.progress', {
            count: study.progress.items,
            pages: study.progress.pages,
            size: sayBytes(study.progress.bytes, language),
          })}
        </div>
      )}
    </div>
  )
}

/** The switch for offline use, and a list of what the device stores. */
const OfflineSection = ({ user, offlineKinds }: Props) => {
  const { t } = useTranslation()
  const { data: settings } = useQuery(settingsQuery(user))
  return (
    <section className="grid gap-3" aria-labelledby="data-offline">
      <h2 id="data-offline" className="text-lg font-semibold">
        {t('data.keep.title')}
      </h2>
      <OfflineSwitch />
      <KeptStudy user={user} offlineKinds={offlineKinds} />
      <KeptTexts also={[settings?.defaultVersion]} />
    </section>
  )
}
export default OfflineSection
