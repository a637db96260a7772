import { PEOPLE_INVITED_MAX } from '@pathlight/contracts/admin-rules.ts'
import type { Invitation, Invited } from '@pathlight/contracts/invitations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { writeOnce } from '../../api/write-once.ts'
import { dayIn, endOfDay } from '../../locales/day-in.ts'
import { formatDate } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopiedField } from '../../ui/copied-field.tsx'
import { copyText } from '../../ui/copy-text.ts'
import DateField from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AdminPage, AdminSection, Asked, Problem, Row, Rows } from './admin-page.tsx'
import { invitationsQuery } from './admin-queries.ts'

/** The default lifetime of an invitation, in days. */
const DAYS = 14
/** Two presses with the same values within this time count as one, in milliseconds. */
const DOUBLE_PRESS_MS = 1_000

/** The form to make an invitation, and the link of the invitation made last. */
const Invite = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [whom, setWhom] = useState<'one' | 'many'>('one')
  const [inviteOnce] = useState(writeOnce)
  const pressed = useRef({ what: '', at: 0 })
  const inviting = useMutation({
    mutationFn: (body: { email?: string; people?: number; until: string }) =>
      inviteOnce<Invited>('/api/admin/invitations', body),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery(adminId).queryKey }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const { email = '', people = '', until = '' } = said
    const body = {
      ...(whom === 'one' ? { email: email.trim() } : { people: Number(people) }),
      until: endOfDay(until),
    }
    // The second press of a double click may come before the page shows that it is busy, or after the answer.
    const what = JSON.stringify(body)
    const isAgain = pressed.current.what === what && Date.now() - pressed.current.at < DOUBLE_PRESS_MS
    if (inviting.isPending || isAgain) return
    pressed.current = { what, at: Date.now() }
    inviting.mutate(body)
  }
  const { data: made, variables } = inviting
  return (
    <AdminSection title={t('admin.invitations.make')}>
      <form noValidate onSubmit={submit} className="grid max-w-xl gap-3 [&_.field]:w-full [&_.field]:min-w-0">
        <Choice
          label={t('admin.invitations.whom')}
          value={whom}
          onChange={(value) => setWhom(value === 'many' ? 'many' : 'one')}
        >
          <option value="one">{t('admin.invitations.one')}</option>
          <option value="many">{t('admin.invitations.many')}</option>
        </Choice>
        <div className="grid gap-3 wide:grid-cols-2">
          {whom === 'one' ? (
            <Field
              key="email"
              label={t('admin.invitations.email')}
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="off"
            />
          ) : (
            <Field
              key="people"
              label={t('admin.invitations.people')}
              name="people"
              type="number"
              inputMode="numeric"
              min={1}
              max={PEOPLE_INVITED_MAX}
              defaultValue={10}
              required
            />
          )}
          <DateField label={t('admin.invitations.until')} name="until" min={dayIn(0)} day={dayIn(DAYS)} required />
        </div>
        <Problem error={inviting.error} failed={t('admin.invitations.failed')} />
        <Button type="submit" look="primary" busy={inviting.isPending} className="justify-self-start">
          {t('admin.invitations.submit')}
        </Button>
      </form>
      {made && (
        <div role="status" className="mt-5 grid max-w-xl gap-3">
          <p className="text-sm text-pretty text-ok">
            {made.mail ? t('admin.invitations.mailed', { email: variables?.email ?? '' }) : t('admin.invitations.made')}
          </p>
          <CopiedField
            label={t('admin.invitations.link')}
            value={made.link}
            copy={t('admin.invitations.copy')}
            copied={t('admin.invitations.copied')}
          />
        </div>
      )}
    </AdminSection>
  )
}

const OpenInvitations = ({ all, adminId }: { all: readonly Invitation[]; adminId: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const withdrawing = useAct({
    send: (id: string) => write('DELETE', `/api/admin/invitations/${id}`),
    onDone: () => say(t('admin.invitations.withdrawn')),
    failed: t('admin.invitations.failed'),
    changes: invitationsQuery(adminId).queryKey,
  })
  const copy = async (link: string) => {
    if (await copyText(link)) say(t('admin.invitations.copied'))
  }
  if (all.length === 0) return <p className="text-muted">{t('admin.invitations.none')}</p>
  return (
    <Rows>
      {all.map(({ id, email, people, used, by, until, link }) => {
        const whom = email ?? `${t('admin.invitations.anyone')} (${people.toLocaleString(language)})`
        return (
          <Row
            key={id}
            text={
              <>
                <p className="font-medium">{whom}</p>
                <p className="text-sm text-muted">
                  {[
                    t('admin.invitations.used', { used, people }),
                    t('admin.invitations.ends', { when: formatDate(until, language) }),
                    ...(by === null ? [] : [t('admin.invitations.by', { name: by })]),
                  ].join(' · ')}
                </p>
              </>
            }
          >
            {used < people && (
              <Button aria-label={t('admin.invitations.copyOf', { whom })} onClick={() => void copy(link)}>
                {t('admin.invitations.copy')}
              </Button>
            )}
            <Button
              aria-label={t('admin.invitations.withdrawOf', { whom })}
              busy={withdrawing.isPending && withdrawing.variables === id}
              onClick={() => withdrawing.mutate(id)}
            >
              {t('admin.invitations.withdraw')}
            </Button>
          </Row>
        )
      })}
    </Rows>
  )
}

/** The page /admin/invitations, where an admin invites people to sign up. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin.invitations.title')} text={t('admin.invitations.text')}>
      <Invite adminId={adminId} />
      <AdminSection title={t('admin.invitations.open')}>
        <Asked query={useQuery(invitationsQuery(adminId))} failed={t('admin.invitations.failed')} height="h-24">
          {({ invitations }) => <OpenInvitations all={invitations} adminId={adminId} />}
        </Asked>
      </AdminSection>
    </AdminPage>
  )
}
