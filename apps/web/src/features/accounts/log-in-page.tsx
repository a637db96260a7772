import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { AccountPage } from './account-page.tsx'
import { LogInForm } from './log-in-form.tsx'

export const Component = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <AccountPage title={t('accounts.logIn')} text={t('accounts.welcomeBack')}>
      <LogInForm onDone={() => navigate('/')} />
      <p className="mt-4 text-center text-sm text-muted">
        {t('accounts.noAccount')}{' '}
        <Link
          to={{ pathname: '/signup', search }}
          className="inline-flex min-h-11 items-center px-1 font-medium text-accent hover:underline"
        >
          {t('accounts.signUp')}
        </Link>
      </p>
    </AccountPage>
  )
}
