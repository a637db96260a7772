import type { BibleHere } from '@pathlight/contracts/admin-bibles.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { sayProblem } from '../../locales/server-message.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { biblesQuery, bibleUseQuery } from './admin-queries.ts'

/** A dialog that confirms the removal of a text, and says how many people have items in it. */
const RemoveBible = ({ text, adminId, onDone }: { text: BibleHere; adminId: string; onDone: () => void }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const { data: use, error } = useQuery(bibleUseQuery(adminId, text.code))
  const removing = useMutation({
    mutationFn: () => write('DELETE', `/api/admin/bibles/${encodeURIComponent(text.code)}`),
    onSuccess: () => say(t('bibles.removed', { name: text.localName })),
    onError: (problem) => say(sayProblem(t, problem) ?? t('bibles.failed'), 'error'),
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: versionsQuery.queryKey })
      // If the dialog closed before the refresh, it would give the focus to a button that the refresh removes.
      await queries.invalidateQueries({ queryKey: biblesQuery(adminId).queryKey, exact: true })
      onDone()
    },
  })
  const words = () => {
    if (error) return sayProblem(t, error) ?? t('bibles.failed')
    if (!use) return t('loading')
    return use.people === 0 ? t('bibles.unused') : t('bibles.used', { count: use.people, items: use.items })
  }
  return (
    <ConfirmDialog
      title={t('bibles.removeTitle', { name: text.localName })}
      description={words()}
      confirm={t('bibles.remove')}
      cancel={t('bibles.cancel')}
      // The text cannot be removed before the number of people is shown.
      onConfirm={() => use && !removing.isPending && removing.mutate()}
      onCancel={onDone}
    />
  )
}
export default RemoveBible
