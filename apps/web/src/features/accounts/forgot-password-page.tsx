import type { AccountMessage } from '@pathlight/contracts/account-care.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { writeOnce } from '../../api/write-once.ts'
import { sayProblem, sayReason } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field, useCheckedForm } from '../../ui/field.tsx'
import { AccountPage } from './account-page.tsx'
import { checkForgotPassword } from './account-rules.ts'

const askOnce = writeOnce()

export const Component = () => {
  const { t } = useTranslation()
  // The log-in form passes on the email address that the person typed into it.
  const { state } = useLocation()
  const [email, setEmail] = useState(typeof state?.email === 'string' ? state.email : '')
  const sending = useMutation({
    mutationFn: (address: string) => askOnce<AccountMessage>('/api/auth/forgot-password', { email: address }),
  })
  const wrong = checkForgotPassword({ email }).email
  const { isChecked, form } = useCheckedForm(wrong === undefined, () => sending.mutate(email.trim()))
  const failure = sending.error
    ? (sayProblem(t, sending.error) ??
      t(isNetworkFailure(sending.error) ? 'accounts.linkError' : 'accounts.linkFailed'))
    : null
  return (
    <AccountPage title={t('accounts.forgotTitle')} text={t('accounts.forgotText')}>
      <form {...form} className="grid gap-4">
        <ErrorList errors={failure ? [failure] : []} />
        <Field
          label={t('accounts.email')}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          error={isChecked && wrong ? sayReason(t, wrong) : null}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div role="status">
          {sending.data?.mail === 'none' ? (
            <p className="text-sm text-danger">{t('accounts.noMail')}</p>
          ) : (
            sending.isSuccess && (
              <p className="rounded-sm bg-ok-soft px-3 py-2.5 text-sm text-ok">{t('accounts.linkSent')}</p>
            )
          )}
        </div>
        <Button type="submit" look="primary" big busy={sending.isPending}>
          {t(sending.isPending ? 'accounts.sendingLink' : 'accounts.sendLink')}
        </Button>
      </form>
      <p className="mt-4 text-center text-sm">
        <Link to="/login" className="inline-flex min-h-11 items-center px-1 font-medium text-accent hover:underline">
          {t('accounts.backToLogIn')}
        </Link>
      </p>
    </AccountPage>
  )
}
