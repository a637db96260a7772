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
  /** How each kind is kept; its code is fetched when it is needed. */
  readonly offlineKinds: () => Promise<readonly KeptKind[]>
}

/** All that the person has, on this device, to be read without a network. */
export const KeepStudySection = ({ user, offlineKinds }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const here = useObserved(studyHere)
  useEffect(() => studyHere.of(user.id), [user.id])
  const opens = useOpensOffline()
  const kept = 'kept' in here ? here.kept : null
  const isComing = here.status === 'coming'
  const section = useRef<HTMLElement>(null)
  /** What was pressed goes when that is done: the focus stays in this part of the page. */
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
      {here.status === 'failed' && <ErrorList errors={[t(`data.keep.why.${here.why}`)]} />}
      <p role="status" className={kept && !isComing ? 'text-sm text-muted' : 'sr-only'}>
        {isComing && t('data.keep.coming')}
        {kept && !isComing && opens !== 'yes' && t(opens === 'never' ? 'data.keep.onlineOnly' : 'data.keep.opening')}
        {kept && !isComing && opens === 'yes' && (
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
      {here.status === 'coming' ? (
        <div className="grid gap-2">
          <progress aria-label={t('data.keep.coming')} className="h-2 w-full accent-(--accent)" />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">
              {t('data.keep.progress', {
                count: here.progress.items,
                pages: here.progress.pages,
                size: sayBytes(here.progress.bytes, language),
              })}
            </p>
            <Button look="quiet" onClick={press(studyHere.stop)}>
              {t('cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {here.status !== 'unknown' && (
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
