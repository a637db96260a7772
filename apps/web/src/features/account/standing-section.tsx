import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINE } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'

/** Says that the account is locked or will be closed, and why. The person can stop the closing here. */
export const StandingSection = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const keeping = useMutation({
    mutationFn: () => write('DELETE', '/api/account/closing'),
    onSuccess: () => {
      // The pressed button goes with its notice.
      document.getElementById('content')?.focus({ preventScroll: true })
      say(t('account.closingStopped'))
    },
    onError: (error) => say(sayProblem(t, error) ?? t('account.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: [MINE, user.id, 'account'] }),
  })
  const { locked, closing } = account
  if (!locked && !closing) return null
  const day = (time: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(time))
  return (
    <div className="grid max-w-xl gap-4">
      {locked && (
        <Notice tone="error" title={t('locked.title')}>
          {t('locked.text')}
          <span className="mt-1 block wrap-anywhere">{t('looks.reason', { reason: locked.reason })}</span>
        </Notice>
      )}
      {closing && (
        <Notice
          tone="error"
          title={t('account.closingTitle', { when: day(closing.at) })}
          actions={
            <Button busy={keeping.isPending} onClick={() => keeping.mutate()}>
              {t('account.closingStop')}
            </Button>
          }
        >
          {t('account.closingText')}
          <span className="mt-1 block wrap-anywhere">{t('looks.reason', { reason: closing.reason })}</span>
        </Notice>
      )}
    </div>
  )
}
