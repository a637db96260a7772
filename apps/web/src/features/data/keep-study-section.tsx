import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpensOffline } from '../../device/opens-offline.ts'
import { useObserved } from '../../device/use-observed.ts'
import { formatDay } from '../../locales/format-date.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { KeptKind } from '../../study/offline-kind.ts'
import { studyHere } from '../../study/study-here.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Check } from '../../ui/icons.ts'

type Props = {
  readonly user: User
  /** How a device keeps each kind; fetches the code when needed. */
  readonly offlineKinds: () => Promise<readonly KeptKind[]>
}

/** Keeps all of the person's items on this device, to read them without a network. */
export const KeepStudySection = ({ user, offlineKinds }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const studyState = useObserved(studyHere)
  useEffect(() => studyHere.of(user.id), [user.id])
  const opens = useOpensOffline()
  const kept = 'kept' in studyState ? studyState.kept : null
  const isDownloading = studyState.status === 'coming'
  const section = useRef<HTMLElement>(null)
  /** The pressed button disappears when the action is done, so the focus goes to this section. */
  const press = (act: () => unknown) => () => {
    section.current?.focus({ preventScroll: true })
    void act()
  }
  const keep = press(() => studyHere.keep(user.id, offlineKinds))
  return (
    <section ref={section} tabIndex={-1} className="grid gap-3 outline-none" aria-labelledby="data-keep">
      <div className="grid gap-1">
        <h2 id="data-keep" className="text-lg font-semibold">
          {t('data.keep.title')}
        </h2>
        <p className="text-sm text-pretty break-keep text-muted">{t('data.keep.text')}</p>
      </div>
      {studyState.status === 'failed' && <ErrorList errors={[t(`data.keep.why.${studyState.why}`)]} />}
      <p role="status" className={kept && !isDownloading ? 'text-sm text-muted' : 'sr-only'}>
        {isDownloading && t('data.keep.coming')}
        {kept &&
          !isDownloading &&
          opens !== 'yes' &&
          t(opens === 'never' ? 'data.keep.onlineOnly' : 'data.keep.opening')}
        {kept && !isDownloading && opens === 'yes' && (
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
      {studyState.status === 'coming' ? (
        <div className="grid gap-2">
          <progress aria-label={t('data.keep.coming')} className="h-2 w-full accent-(--accent)" />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">
              {t('data.keep.progress', {
                count: studyState.progress.items,
                pages: studyState.progress.pages,
                size: sayBytes(studyState.progress.bytes, language),
              })}
            </p>
            <Button look="quiet" onClick={press(studyHere.stop)}>
              {t('cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {studyState.status !== 'unknown' && (
            <Button onClick={keep}>{t(kept ? 'data.keep.renew' : 'data.keep.keep')}</Button>
          )}
          {kept && (
            <Button look="quiet" onClick={press(() => studyHere.remove(user.id))}>
              {t('data.keep.remove')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
