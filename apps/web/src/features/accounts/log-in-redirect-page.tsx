import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { AccountPage } from './account-page.tsx'
import { LogInForm } from './log-in-form.tsx'

/** The page /login-redirect, where a person logs in with the new password after a reset. */
export const Component = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AccountPage title={t('accounts.logIn')} text={t('accounts.afterReset')}>
      <LogInForm onDone={() => navigate('/')} />
    </AccountPage>
  )
}
