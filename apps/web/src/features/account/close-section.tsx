import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { write } from '../../api/request.ts'
import { forgetPerson } from '../../session/log-out.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AccountForm } from './account-form.tsx'
import { PresentPasswordField } from './present-password-field.tsx'

/** Fetched when it is asked for: a person seldom closes an account. */
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }))

/** Closing the account: what happens then, and a window that asks for the password and the name. */
export const CloseSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [tried, setTried] = useState(false)
  const isRight = confirm.trim() === user.username
  return (
    <section className="grid max-w-xl gap-3">
      <h2 className="text-lg font-semibold">{t('account.close')}</h2>
      <p className="text-sm text-muted">{t('account.closeText')}</p>
      <Link to="/settings/data" className="flex min-h-11 items-center justify-self-start text-sm text-accent underline">
        {t('account.closeExport')}
      </Link>
      <Button look="danger" className="justify-self-start" onClick={() => setAsked(true)}>
        {t('account.closeOpen')}
      </Button>
      <Fetched>
        {asked && (
          <Dialog title={t('account.closeTitle')} onClose={() => setAsked(false)}>
            <ul className="mb-4 grid list-disc gap-1.5 pl-5 text-sm">
              {(['closeDeletes', 'closeDevices', 'closeFree', 'closeForever'] as const).map((line) => (
                <li key={line}>{t(`account.${line}`)}</li>
              ))}
            </ul>
            <AccountForm
              title={t('account.closeSure')}
              submit={t('account.closeNow')}
              look="danger"
              check={() => {
                flushSync(() => setTried(true))
                return isRight && password !== ''
              }}
              send={(idempotencyKey) =>
                write('DELETE', '/api/account', { body: { password, confirm }, idempotencyKey })
              }
              onDone={async () => {
                await forgetPerson()
                navigate('/')
                say(t('account.closed'))
              }}
            >
              <PresentPasswordField value={password} tried={tried} onChange={setPassword} />
              <Field
                label={t('account.typeName', { name: user.username })}
                name="confirm"
                autoComplete="off"
                value={confirm}
                error={tried && !isRight ? t('server.username_differs') : null}
                onChange={(event) => setConfirm(event.target.value)}
              />
            </AccountForm>
          </Dialog>
        )}
      </Fetched>
    </section>
  )
}
