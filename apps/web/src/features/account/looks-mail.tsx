import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { accountQuery } from './account-query.ts'

/** A checkbox with which the person chooses mail about the looks of administrators. */
export const LooksMail = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const choosing = useMutation({
    mutationFn: (on: boolean) => write('PUT', '/api/account/looks-mail', { body: { on } }),
    onError: (error) => say(sayProblem(t, error) ?? t('account.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: accountQuery(user).queryKey }),
  })
  return (
    <label className="-mt-5 flex min-h-11 max-w-xl items-start gap-3 py-2">
      <input
        type="checkbox"
        className="mt-1 size-5 flex-none"
        checked={choosing.isPending ? choosing.variables : account.looks_mail}
        onChange={(event) => choosing.mutate(event.target.checked)}
      />
      <span>
        {t('looks.mail')}
        <span className="block text-sm text-pretty text-muted">{t('looks.mailText')}</span>
      </span>
    </label>
  )
}
