import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'
import { sayProblem, sayReason } from '../../locales/server-message.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { AccountPage } from './account-page.tsx'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm, useShut } from './sign-up-form.tsx'

/** Whether a text has the form of a server's code. Anybody can write the text into the page's address. */
const isCode = (outcome: string): boolean => /^[a-z_]{1,40}$/.test(outcome)

/** Asks the person to log in or sign up here, and links the account here with their account at the provider. */
const Prove = ({ invitation, onLinked }: { invitation: string | null; onLinked: () => void }) => {
  const { t } = useTranslation()
  const user = useSession()
  const [isNew, setNew] = useState(false)
  const isShut = useShut(invitation) !== null
  const linking = useMutation({ mutationFn: () => write('PUT', '/api/account/oidc'), onSuccess: onLinked })
  return (
    <AccountPage title={t('logIn.proveTitle')} text={t('logIn.proveText')}>
      <div className="grid gap-4">
        <ErrorList errors={linking.error ? [sayProblem(t, linking.error) ?? t('accounts.unknownError')] : []} />
        {user === null ? (
          <>
            {isNew ? (
              <SignUpForm invitation={invitation} onDone={() => linking.mutate()} />
            ) : (
              <LogInForm onDone={() => linking.mutate()} />
            )}
            {!isNew && !isShut && (
              <Button look="quiet" onClick={() => setNew(true)}>
                {t('logIn.proveNew')}
              </Button>
            )}
          </>
        ) : linking.error instanceof ApiProblem && linking.error.status === 409 ? (
          <Link to="/settings/account" className="control plain big">
            {t('logIn.toAccount')}
          </Link>
        ) : (
          <Button look="primary" big busy={linking.isPending} onClick={() => linking.mutate()}>
            {t('logIn.linkNow')}
          </Button>
        )}
      </div>
    </AccountPage>
  )
}

/** The page /login/provider, which shows the outcome of a log-in at the provider. */
export const Component = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [isLinked, setLinked] = useState(false)
  const user = useSession()
  const outcome = isLinked ? 'linked' : (parameters.get('outcome') ?? '')
  if (outcome === 'prove') return <Prove invitation={parameters.get('invitation')} onLinked={() => setLinked(true)} />
  if (outcome === 'linked')
    return (
      <AccountPage title={t('logIn.linkedTitle')} text={t('logIn.linkedText')}>
        <Link to="/settings/account" className="control primary big">
          {t('logIn.toAccount')}
        </Link>
      </AccountPage>
    )
  // These two outcomes, and every outcome of a person who is logged in, are failures of linking an account, so the page
  // leads to the account page.
  const isOfLink = user !== null || outcome === 'provider_logged_in' || outcome === 'provider_taken'
  const why = isCode(outcome) ? sayReason(t, { code: outcome }, t('accounts.unknownError')) : t('accounts.unknownError')
  return (
    <AccountPage title={t(isOfLink ? 'logIn.notLinkedTitle' : 'logIn.failedTitle')}>
      <div className="grid gap-4">
        <ErrorList errors={[why]} />
        {isOfLink ? (
          <Link to="/settings/account" className="control plain big">
            {t('logIn.toAccount')}
          </Link>
        ) : (
          <Link to="/login" className="control plain big">
            {t('logIn.toLogIn')}
          </Link>
        )}
      </div>
    </AccountPage>
  )
}
