import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { PersonOfAdmins } from '@pathlight/contracts/admin.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { deviceName } from '../../study/history/device-in-words.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { Asked } from './admin-page.tsx'
import { personQuery } from './admin-queries.ts'
import { sayTime } from './say-entry.ts'

const ActDialog = lazy(() => import('./act-dialog.tsx'))

/**
 * The acts that are possible on this account now. An admin's sessions cannot be ended here, nor can their account be
 * locked or closed here.
 */
const actsFor = ({ admin, locked, closing, email_verified }: PersonOfAdmins): readonly AdminAct[] => [
  ...(email_verified ? [] : (['send-verification'] as const)),
  ...(admin ? [] : (['end-sessions'] as const)),
  ...(locked ? (['unlock'] as const) : admin ? [] : (['lock'] as const)),
  ...(closing ? (['stop-closing'] as const) : admin ? [] : (['ask-closing'] as const)),
]

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-0.5 py-2.5 desk:grid-cols-[9rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

/** `lookAgain` fetches the account again, and resolves when the page shows its new state. */
const Account = ({ person, lookAgain }: { person: PersonOfAdmins; lookAgain: () => Promise<void> }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [act, setAct] = useState<AdminAct | null>(null)
  const when = (time: string) => sayTime(time, language)
  const because = (words: string, reason: string) => (
    <span className="block">
      <b className="font-semibold text-danger">{words}</b>
      <span className="block text-sm">{t('admin.people.reason', { reason })}</span>
    </span>
  )
  const { locked, closing, devices, counts } = person
  return (
    <section aria-label={person.username} className="grid gap-5">
      <h2 className="flex flex-wrap items-baseline gap-3 text-xl font-semibold wrap-anywhere">
        {person.username}
        {person.admin && <span className="text-sm font-normal text-accent">{t('admin.people.role')}</span>}
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        <Fact name={t('admin.people.standing')}>
          {locked && because(t('admin.people.locked', { when: when(locked.at) }), locked.reason)}
          {closing && because(t('admin.people.closing', { when: when(closing.at) }), closing.reason)}
          {!locked && !closing && t('admin.people.open')}
        </Fact>
        <Fact name={t('admin.people.email')}>
          {person.email}{' '}
          <span className="text-sm text-muted">
            {t(person.email_verified ? 'admin.people.confirmed' : 'admin.people.unconfirmed')}
          </span>
        </Fact>
        <Fact name={t('admin.people.since')}>{when(person.since)}</Fact>
        <Fact name={t('admin.people.counts')}>
          {counts.map(({ kind, count }) => `${t(`history.kind.${kind}`)} ${count}`).join(' · ')}
        </Fact>
        <Fact name={t('admin.people.devices')}>
          {devices.length === 0 && t('admin.people.noDevices')}
          <ul className="grid gap-1">
            {devices.map((device) => (
              <li key={device.id}>
                {deviceName(t, device.label)}{' '}
                <span className="text-sm text-muted">
                  {t(device.signed_in ? 'admin.people.signedIn' : 'admin.people.signedOut')} ·{' '}
                  {t('admin.people.lastSeen', { when: when(device.last_seen) })}
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
      <Link
        to={`/admin/audit?${new URLSearchParams({ person: person.username })}`}
        className="flex min-h-11 items-center justify-self-start text-accent underline"
      >
        {t('admin.people.audit')}
      </Link>
      <div className="grid gap-2">
        <h3 className="font-semibold">{t('admin.people.acts')}</h3>
        {person.admin && <p className="text-sm text-muted">{t('admin.people.adminOnly')}</p>}
        <div className="flex flex-wrap gap-2">
          {actsFor(person).map((one) => (
            <Button key={one} look={one === 'ask-closing' ? 'danger' : 'plain'} onClick={() => setAct(one)}>
              {t(`admin.people.act.${one}`)}
            </Button>
          ))}
        </div>
      </div>
      <Fetched>
        {act && (
          <ActDialog
            person={person}
            act={act}
            onClose={() => setAct(null)}
            // If the dialog closed before the refresh, it would give the focus to a button that the refresh removes.
            onDone={async () => {
              await lookAgain()
              say(t('admin.people.done', { act: t(`admin.people.act.${act}`) }))
              setAct(null)
            }}
          />
        )}
      </Fetched>
    </section>
  )
}

/**
 * A person's account: whether it is locked or will be closed, its email address, devices and numbers of items, and a
 * button for each act.
 */
export const PersonView = ({ adminId, id }: { adminId: string; id: string }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = personQuery(adminId, id)
  return (
    <Asked query={useQuery(query)} failed={t('admin.people.failed')} height="h-64">
      {(person) => (
        <Account person={person} lookAgain={() => queries.invalidateQueries({ queryKey: query.queryKey })} />
      )}
    </Asked>
  )
}
