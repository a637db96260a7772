import type { SystemReport } from '@pathlight/contracts/system.ts'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Fold } from '../../ui/fold.tsx'
import { CircleAlert, CircleCheck } from '../../ui/icons.ts'
import { AdminPage, AdminSection, Asked } from './admin-page.tsx'
import { systemQuery } from './admin-queries.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { MailTest } from './mail-test.tsx'
import { sayTime } from './say-entry.ts'

const Hints = ({ report }: { report: SystemReport }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { hints, messagesKept, lastBackup, plannedBackups } = report
  return (
    <AdminSection title={t('system.hints')}>
      <ul className="grid gap-2.5 text-[0.9375rem]">
        {hints.map((hint) => (
          <li key={hint} className="flex gap-2.5 text-pretty wrap-anywhere">
            <CircleAlert size={18} strokeWidth={1.8} className="mt-0.5 flex-none text-accent" aria-hidden />
            <span>
              {t(`system.hint.${hint}`, { days: BACKUP_DAYS })}
              {hint === 'no_backup' && (
                <Link to="/admin/backups" className="ml-2 font-semibold text-accent hover:underline">
                  {t('admin.nav.backups')}
                </Link>
              )}
            </span>
          </li>
        ))}
        {messagesKept > 0 && (
          <li className="flex gap-2.5 text-pretty">
            <CircleAlert size={18} strokeWidth={1.8} className="mt-0.5 flex-none text-accent" aria-hidden />
            {t('system.kept', { count: messagesKept })}
          </li>
        )}
        {hints.length === 0 && messagesKept === 0 && <li className="text-muted">{t('system.noHints')}</li>}
      </ul>
      {lastBackup && (
        <p className="mt-3 text-sm text-muted wrap-anywhere">
          {t('system.backup', { name: lastBackup.name, when: sayTime(lastBackup.at, language) })}
        </p>
      )}
      {plannedBackups && (
        <p className="mt-1.5 text-sm text-muted text-pretty">
          {t('system.planned', { hours: plannedBackups.everyHours, keep: plannedBackups.keep })}
        </p>
      )}
    </AdminSection>
  )
}

const Line = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-t border-line py-2.5 first:border-0">
    <dt className="font-medium">{name}</dt>
    <dd className="text-muted tabular-nums">{children}</dd>
  </div>
)

const Stores = ({ report: { stores, folder } }: { report: SystemReport }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const bytes = (size: number | null) => (size === null ? t('system.unknown') : sayBytes(size, language))
  return (
    <AdminSection title={t('system.stores')}>
      <dl className="text-[0.9375rem]">
        {stores.map(({ name, state, size }) => (
          <Line key={name} name={name}>
            {[
              t(`system.storeState.${state}`),
              size === null
                ? t('system.unknown')
                : t(`system.sizeOf.${size.of}`, { size: sayBytes(size.bytes, language) }),
            ].join(' · ')}
          </Line>
        ))}
        <Line name={t('system.bibles')}>{bytes(folder.bibles)}</Line>
        <Line name={t('system.free')}>{bytes(folder.free)}</Line>
      </dl>
    </AdminSection>
  )
}

const ReadModels = ({ report: { readModels } }: { report: SystemReport }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const number = (value: string | number) => Number(value).toLocaleString(language)
  const isLive = readModels.every(
    ({ state, lag, parked }) => state === 'live' && lag !== null && Number(lag) === 0 && parked === 0,
  )
  return (
    <AdminSection title={t('system.readModels')} text={t('system.readModelsText')}>
      {isLive && <p className="mb-2 text-muted">{t('system.readModelsLive', { all: readModels.length })}</p>}
      <Fold title={t('system.readModelsEach')} isFolded={isLive}>
        <table className="w-full text-[0.9375rem] tabular-nums">
          <caption className="sr-only">{t('system.readModels')}</caption>
          <thead>
            <tr className="text-left text-xs text-muted">
              <th scope="col" className="py-1.5 pr-3 font-semibold">
                {t('system.readModel')}
              </th>
              <th scope="col" className="py-1.5 pr-3 text-right font-semibold">
                {t('system.lag')}
              </th>
              <th scope="col" className="py-1.5 text-right font-semibold">
                {t('system.parked')}
              </th>
            </tr>
          </thead>
          <tbody>
            {readModels.map(({ name, state, lag, rebuilding, parked }) => (
              <tr key={name} className="border-t border-line align-baseline">
                <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
                  {name}
                  <span
                    className={`block text-xs ${['frozen', 'refused'].includes(state) ? 'text-danger' : 'text-muted'}`}
                  >
                    {[t(`system.states.${state}`), ...(rebuilding ? [t('system.rebuilding')] : [])].join(' · ')}
                  </span>
                </th>
                <td className="py-2 pr-3 text-right">{lag === null ? t('system.unknown') : number(lag)}</td>
                <td className="py-2 text-right">{number(parked)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </AdminSection>
  )
}

const Parked = ({ report: { parked } }: { report: SystemReport }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  if (parked.length === 0)
    return (
      <AdminSection title={t('system.parkedStreams')}>
        <p className="text-muted">{t('system.noneParked')}</p>
      </AdminSection>
    )
  return (
    <AdminSection title={t('system.parkedStreams')} text={t('system.parkedText')}>
      <ul className="grid gap-2.5">
        {parked.map(({ readModel, stream, event, since }) => (
          <li key={`${readModel} ${stream}`} className="border-t border-line pt-2.5 text-[0.9375rem] wrap-anywhere">
            <code className="text-sm select-all">{stream}</code>
            <span className="block text-sm text-muted">
              {t('system.parkedSince', { event, readModel, when: sayTime(since, language) })}
            </span>
          </li>
        ))}
      </ul>
    </AdminSection>
  )
}

const VersionSection = ({ report: { version } }: { report: SystemReport }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <AdminSection title={t('system.version')}>
      <p>{t('system.versions', version)}</p>
      <p className="mt-1 text-sm text-muted">
        {[
          t(`system.profile.${version.profile}`),
          t('system.since', { when: sayTime(version.startedAt, language) }),
        ].join(' · ')}
      </p>
    </AdminSection>
  )
}

const Report = ({ report, adminId }: { report: SystemReport; adminId: string }) => {
  const { t } = useTranslation()
  const State = report.ready ? CircleCheck : CircleAlert
  return (
    <>
      <p className={`mb-5 flex items-center gap-2.5 font-medium ${report.ready ? 'text-ok' : 'text-danger'}`}>
        <State size={20} strokeWidth={1.8} className="flex-none" aria-hidden />
        {t(report.ready ? 'system.ready' : 'system.notReady')}
      </p>
      <Hints report={report} />
      <MailTest adminId={adminId} />
      <FailedJobs jobs={report.jobs} adminId={adminId} />
      <Stores report={report} />
      <ReadModels report={report} />
      <Parked report={report} />
      <VersionSection report={report} />
    </>
  )
}

/** The page /admin/system: the state of this installation of Pathlight. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('system.title')} text={t('system.text')}>
      <Asked query={useQuery(systemQuery(adminId))} failed={t('system.failed')} height="h-[60dvh]">
        {(report) => <Report report={report} adminId={adminId} />}
      </Asked>
    </AdminPage>
  )
}
