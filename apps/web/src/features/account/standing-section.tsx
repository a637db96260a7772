import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useTranslation } from 'react-i18next'
import { MINE } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'

/** The section that says that the account is locked or will be closed, and why. The person can stop the closing. */
export const StandingSection = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const keeping = useAct({
    send: () => write('DELETE', '/api/account/closing'),
    onDone: () => {
      // The pressed button disappears with its notice, so the page's content gets the focus.
      document.getElementById('content')?.focus({ preventScroll: true })
      say(t('account.closingStopped'))
    },
    failed: t('account.failed'),
    changes: [MINE, user.id, 'account'],
  })
  const { locked, closing } = account
  if (!locked && !closing) return null
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
          title={t('account.closingTitle', { when: formatDate(closing.at, language) })}
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
