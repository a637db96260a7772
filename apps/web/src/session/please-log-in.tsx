import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import { Notice } from '../ui/notice.tsx'
import { useAccountDialog } from './account-dialogs.tsx'
import { useSessionTrouble } from './use-session.ts'

type Props = {
  readonly icon: LucideIcon
  readonly title: string
  /** Says what the visitor gets on this page by logging in. */
  readonly children: string
}

/**
 * Shown to a visitor in place of a personal page. If the server could not say who is logged in, offers to ask again.
 */
export const PleaseLogIn = ({ icon, title, children }: Props) => {
  const { t } = useTranslation()
  const open = useAccountDialog()
  const askAgain = useSessionTrouble()
  if (askAgain)
    return (
      <Notice icon={icon} title={t('session.unreached')} onRetry={askAgain}>
        {t('session.unreachedText')}
      </Notice>
    )
  return (
    <Notice
      icon={icon}
      title={title}
      actions={
        <>
          <Button look="primary" onClick={() => open('logIn')}>
            {t('menu.logIn')}
          </Button>
          <Button onClick={() => open('signUp')}>{t('menu.signUp')}</Button>
        </>
      }
    >
      {children}
    </Notice>
  )
}
