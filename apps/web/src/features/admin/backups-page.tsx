import type { Backups } from '@pathlight/contracts/backups.ts'
import { BACKUP_DAYS, BACKUPS_KEPT_MAX } from '@pathlight/contracts/system-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { CircleAlert, CircleCheck, Download } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AdminPage, AdminSection, Asked, Row, Rows } from './admin-page.tsx'
import { backupsQuery } from './admin-queries.ts'
import { sayTime } from './say-entry.ts'

type Props = { readonly backups: Backups; readonly adminId: string }

/** How often the page's data are fetched while the admin awaits an archive, in milliseconds. */
const LOOK_EVERY_MS = 2_000
const DAY_MS = 24 * 60 * 60 * 1000
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
/** The form's values if the schedule has none: an archive at 3:00 each day, and the last seven archives are kept. */
const USUAL = { hour: 3, keep: 7 }

/** A text that changes when an archive was written, or when writing one failed. */
const outcomeOf = ({ last, failed }: Backups): string => `${last?.at} ${failed}`

/** A call that changes the schedule or asks for an archive. After the call the page fetches its data again. */
const useCall = (adminId: string, done: string) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  return useAct({
    send: ({ method, body }: { method: 'PUT' | 'POST' | 'DELETE'; body?: object }) =>
      write(method, '/api/admin/backups', body ? { body } : {}),
    onDone: () => say(done),
    failed: t('admin.backups.failed'),
    changes: backupsQuery(adminId).queryKey,
  })
}

const Last = ({ backups: { last, failed }, adminId, onAsk }: Props & { onAsk: () => void }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const asking = useCall(adminId, t('admin.backups.asked'))
  const isOld = last !== null && Math.abs(Date.now() - Date.parse(last.at)) > BACKUP_DAYS * DAY_MS
  return (
    <AdminSection title={t('admin.backups.last')}>
      {last === null ? (
        <p className="text-muted">{t('admin.backups.none')}</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">{last.name}</p>
          <p className="text-sm text-muted">
            {t('admin.backups.lastFacts', {
              when: sayTime(last.at, language),
              size: sayBytes(last.bytes, language),
              events: last.events,
            })}
          </p>
          {isOld && <p className="text-sm text-danger">{t('admin.backups.old', { days: BACKUP_DAYS })}</p>}
        </>
      )}
      <div role="status">
        {failed !== null && (
          <p className="text-sm text-danger">{t('admin.backups.notWritten', { when: sayTime(failed, language) })}</p>
        )}
      </div>
      <Button
        className="mt-3"
        busy={asking.isPending}
        onClick={() => asking.mutate({ method: 'POST' }, { onSuccess: onAsk })}
      >
        {t('admin.backups.now')}
      </Button>
    </AdminSection>
  )
}

const Plan = ({ backups: { planned }, adminId }: Props) => {
  const { t } = useTranslation()
  const planning = useCall(adminId, t('admin.backups.saved'))
  const ending = useCall(adminId, t('admin.backups.stopped'))
  const save = useRef<HTMLButtonElement>(null)
  const [hour, setHour] = useState(planned?.daily?.hour ?? USUAL.hour)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keep = Number(new FormData(event.currentTarget).get('keep'))
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    if (!planning.isPending) planning.mutate({ method: 'PUT', body: { hour, time_zone: timeZone, keep } })
  }
  const said = () => {
    if (planned === null) return t('admin.backups.notPlanned')
    const { daily, every_hours: hours, keep } = planned
    return daily === null
      ? t('admin.backups.plannedHours', { hours, keep })
      : t('admin.backups.plannedDaily', { hour: daily.hour, zone: daily.time_zone, keep })
  }
  return (
    <AdminSection title={t('admin.backups.plan')} text={t('admin.backups.planText')}>
      <p className="font-medium">{said()}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {planned?.folder ? t('admin.backups.into', { folder: planned.folder }) : t('admin.backups.inData')}
      </p>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
        <Choice label={t('admin.backups.hour')} value={hour} onChange={(value) => setHour(Number(value))}>
          {HOURS.map((label) => (
            <option key={label} value={Number(label.slice(0, 2))}>
              {label}
            </option>
          ))}
        </Choice>
        <Field
          label={t('admin.backups.keep')}
          name="keep"
          type="number"
          inputMode="numeric"
          min={1}
          max={BACKUPS_KEPT_MAX}
          defaultValue={planned?.keep ?? USUAL.keep}
          required
        />
        <Button ref={save} type="submit" look="primary" className="min-h-11" busy={planning.isPending}>
          {t('admin.backups.save')}
        </Button>
        {planned !== null && (
          <Button
            className="min-h-11"
            busy={ending.isPending}
            // The pressed button is gone after the call, so the save button gets the focus.
            onClick={() => ending.mutate({ method: 'DELETE' }, { onSuccess: () => save.current?.focus() })}
          >
            {t('admin.backups.stop')}
          </Button>
        )}
      </form>
    </AdminSection>
  )
}

const Files = ({ backups: { files } }: Pick<Props, 'backups'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <AdminSection title={t('admin.backups.files')} text={t('admin.backups.filesText')}>
      {files.length === 0 ? (
        <p className="text-muted">{t('admin.backups.noFiles')}</p>
      ) : (
        <Rows>
          {files.map(({ name, at, bytes }) => (
            <Row
              key={name}
              text={
                <>
                  <p className="font-medium">{sayTime(at, language)}</p>
                  <p className="text-sm text-muted">{`${sayBytes(bytes, language)} · ${name}`}</p>
                </>
              }
            >
              <a
                href={`/api/admin/backups/${name}`}
                download={name}
                className="control plain"
                aria-label={t('admin.backups.downloadOf', { name })}
              >
                <Download size={17} strokeWidth={1.8} aria-hidden />
                {t('admin.backups.download')}
              </a>
            </Row>
          ))}
        </Rows>
      )}
    </AdminSection>
  )
}

const Missing = ({ backups: { missing } }: Pick<Props, 'backups'>) => {
  const { t } = useTranslation()
  const { texts, keys } = missing
  const lines = [
    ...(keys ? [t('admin.backups.noKeys', { count: keys })] : []),
    ...(texts ?? []).map(({ code, items }) => t('admin.backups.noText', { code, count: items })),
    ...(texts === null || keys === null ? [t('admin.backups.unknown')] : []),
  ]
  return (
    <AdminSection title={t('admin.backups.missing')} text={t('admin.backups.missingText')}>
      <ul className="grid gap-2.5 text-[0.9375rem]">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5 text-pretty wrap-anywhere">
            <CircleAlert size={18} strokeWidth={1.8} className="mt-0.5 flex-none text-accent" aria-hidden />
            {line}
          </li>
        ))}
        {lines.length === 0 && (
          <li className="flex gap-2.5 text-pretty">
            <CircleCheck size={18} strokeWidth={1.8} className="mt-0.5 flex-none text-ok" aria-hidden />
            {t('admin.backups.complete')}
          </li>
        )}
      </ul>
    </AdminSection>
  )
}

/** The page /admin/backups: archives, their schedule, and what is missing after a restore. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  /** The newest archive and the last failure when the admin asked for another archive. Null if they did not ask. */
  const [before, setBefore] = useState<string | null>(null)
  const query = useQuery({
    ...backupsQuery(adminId),
    // An answer is costly for the server, so the page asks again only while it awaits an archive.
    refetchInterval: ({ state }) => (state.data && outcomeOf(state.data) === before ? LOOK_EVERY_MS : false),
  })
  return (
    <AdminPage title={t('admin.backups.title')} text={t('admin.backups.text')}>
      <Asked query={query} failed={t('admin.backups.failed')} height="h-[50dvh]">
        {(backups) => (
          <>
            <Last backups={backups} adminId={adminId} onAsk={() => setBefore(outcomeOf(backups))} />
            <Plan backups={backups} adminId={adminId} />
            <Files backups={backups} />
            <Missing backups={backups} />
          </>
        )}
      </Asked>
    </AdminPage>
  )
}
