import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { AccountPage } from './account-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const Component = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AccountPage title={t('accounts.signUp')} text={t('accounts.firstTime')}>
      <SignUpForm onDone={() => navigate('/')} />
      <p className="mt-4 text-center text-sm text-muted">
        {t('accounts.haveAccount')}{' '}
        <Link to="/login" className="inline-flex min-h-11 items-center px-1 font-medium text-accent hover:underline">
          {t('accounts.logIn')}
        </Link>
      </p>
    </AccountPage>
  )
}
