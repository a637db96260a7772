import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { PersonOfAdmins } from '@pathlight/contracts/admin.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeOnce } from '../../api/write-once.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useStillAdmin } from './admin-page.tsx'
import { ReasonForm } from './reason-form.tsx'

type Props = {
  readonly person: PersonOfAdmins
  readonly act: AdminAct
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/**
 * A dialog that asks for the reason, then acts on a person's account. A retry with the same reason has the same key, so
 * the server acts only once.
 */
const ActDialog = ({ person, act, onClose, onDone }: Props) => {
  const { t } = useTranslation()
  const [write] = useState(writeOnce)
  const acting = useMutation({
    mutationFn: (reason: string) => write(`/api/admin/people/${person.id}/acts`, { act, reason }),
    onSuccess: onDone,
  })
  useStillAdmin(acting.error)
  return (
    <Dialog
      onClose={onClose}
      title={t(`admin.people.act.${act}`)}
      description={`${t(`admin.people.means.${act}`)} ${t('admin.people.actText', { name: person.username })}`}
    >
      <ReasonForm
        words={{
          label: t('admin.people.why'),
          hint: t('admin.people.whyHint'),
          failed: t('admin.people.failed'),
          cancel: t('admin.people.cancel'),
          send: t(`admin.people.act.${act}`),
        }}
        error={acting.error}
        isSending={acting.isPending}
        onSend={acting.mutate}
        onClose={onClose}
      />
    </Dialog>
  )
}
export default ActDialog
