import type { Account, AccountMessage } from '@pathlight/contracts/account-care.ts'
import { isEmail } from '@pathlight/contracts/account-rules.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayReason } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { accountQuery } from './account-queries.ts'
import { AccountForm } from './account-section.tsx'
import { PresentPasswordField } from './present-password-field.tsx'

/** The account's email address: whether it is verified, and a form to change it. */
export const EmailSection = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isMailed, setMailed] = useState(true)
  const isRight = isEmail(email.trim())
  const verifying = useAct({
    send: () => write<AccountMessage>('POST', '/api/account/email/verification'),
    onDone: ({ mail }) => say(t(mail === 'none' ? 'account.noMail' : 'account.linkSent')),
    failed: t('account.failed'),
    // Fetches the account again, because the person may have verified the address in another window.
    changes: accountQuery(user).queryKey,
  })
  return (
    <AccountForm
      title={t('account.email')}
      submit={t('account.changeEmail')}
      isValid={isRight && password !== ''}
      send={async (write) => {
        const { mail } = await write<AccountMessage>('/api/account/email', { email: email.trim(), password }, 'PUT')
        setMailed(mail !== 'none')
      }}
      onDone={() => {
        setSentTo(email.trim())
        setEmail('')
        setPassword('')
      }}
    >
      {(isChecked) => (
        <>
          <p className="wrap-anywhere">{account.email}</p>
          {!account.email_verified && (
            <p className="-mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
              {t('account.notVerified')}
              <Button
                ref={passFocusOn}
                look="quiet"
                className="-ml-4"
                busy={verifying.isPending}
                onClick={() => verifying.mutate()}
              >
                {t('account.sendAgain')}
              </Button>
            </p>
          )}
          <div role="status">
            {sentTo !== null && (
              <p className="rounded-sm bg-ok-soft px-3 py-2.5 text-sm text-ok wrap-anywhere">
                {isMailed ? t('account.newEmailSent', { email: sentTo }) : t('account.noMail')}
              </p>
            )}
          </div>
          <Field
            label={t('account.newEmail')}
            type="email"
            name="email"
            autoComplete="email"
            value={email}
            error={isChecked && !isRight ? sayReason(t, { code: 'invalid_email' }) : null}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PresentPasswordField value={password} isChecked={isChecked} onChange={setPassword} />
        </>
      )}
    </AccountForm>
  )
}
