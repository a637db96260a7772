import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { PersonOfAdmins } from '@pathlight/contracts/admin.ts'
import { isReason, REASON_MAX } from '@pathlight/contracts/admin-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useStillAdmin } from './use-still-admin.ts'

/** Asks why, then does it: something with a person's account. A second try under the same key does nothing twice. */
const ActDialog = ({
  person,
  act,
  onClose,
  onDone,
}: {
  person: PersonOfAdmins
  act: AdminAct
  onClose: () => void
  onDone: () => void
}) => {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState({ key: newId(), reason: '' })
  const acting = useMutation({
    mutationFn: () => {
      const now = sent.reason === reason ? sent : { key: newId(), reason }
      setSent(now)
      const body = { act, reason }
      return write('POST', `/api/admin/people/${person.id}/acts`, { body, idempotencyKey: now.key })
    },
    onSuccess: onDone,
  })
  useStillAdmin(acting.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!acting.isPending) acting.mutate()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t(`admin.people.act.${act}`)}
      description={`${t(`admin.people.means.${act}`)} ${t('admin.people.actText', { name: person.username })}`}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextArea
          label={t('admin.people.why')}
          value={reason}
          rows={3}
          maxLength={REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="-mt-3 text-xs text-muted">{t('admin.people.whyHint')}</p>
        {acting.error && (
          <p role="alert" className="text-sm text-danger">
            {sayProblem(t, acting.error) ?? t('admin.people.failed')}
          </p>
        )}
        <div className="answers justify-end">
          <Button onClick={onClose}>{t('admin.people.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!isReason(reason)} busy={acting.isPending}>
            {t(`admin.people.act.${act}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
export default ActDialog
