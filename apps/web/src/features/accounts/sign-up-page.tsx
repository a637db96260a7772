import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { AccountPage } from './account-page.tsx'
import { SignUpForm, useShut } from './sign-up-form.tsx'

export const Component = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const invitation = new URLSearchParams(search).get('invitation')
  const isInvited = useShut(invitation) === null && invitation !== null
  return (
    <AccountPage title={t('accounts.signUp')} text={t(isInvited ? 'accounts.invited' : 'accounts.firstTime')}>
      <SignUpForm invitation={invitation} onDone={() => navigate('/')} />
      <p className="mt-4 text-center text-sm text-muted">
        {t('accounts.haveAccount')}{' '}
        <Link
          to={{ pathname: '/login', search }}
          className="inline-flex min-h-11 items-center px-1 font-medium text-accent hover:underline"
        >
          {t('accounts.logIn')}
        </Link>
      </p>
    </AccountPage>
  )
}
