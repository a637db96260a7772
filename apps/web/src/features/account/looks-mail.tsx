import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { useAct } from '../../ui/use-act.ts'
import { accountQuery } from './account-queries.ts'

/** A checkbox to get a mail whenever an administrator views the person's data. */
export const LooksMail = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const choosing = useAct({
    send: (on: boolean) => write('PUT', '/api/account/looks-mail', { body: { on } }),
    failed: t('account.failed'),
    changes: accountQuery(user).queryKey,
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
