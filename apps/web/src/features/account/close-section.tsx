import type { Account } from '@pathlight/contracts/account-care.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { forgetPerson } from '../../session/log-out.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { AccountForm, AccountSection } from './account-section.tsx'
import { PresentPasswordField } from './present-password-field.tsx'

/** The dialog's code is fetched only when the person opens the dialog, because few people close an account. */
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }))

/** The section to close the account. A dialog says what will happen, and asks for the password and the username. */
export const CloseSection = ({ username }: Pick<Account, 'username'>) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const isRight = confirm.trim() === username
  return (
    <AccountSection title={t('account.close')} text={t('account.closeText')}>
      <Link to="/settings/data" className="flex min-h-11 items-center justify-self-start text-sm text-accent underline">
        {t('account.closeExport')}
      </Link>
      <Button look="danger" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('account.closeOpen')}
      </Button>
      <Fetched>
        {isOpen && (
          <Dialog title={t('account.closeTitle')} onClose={() => setIsOpen(false)}>
            <ul className="mb-4 grid list-disc gap-1.5 pl-5 text-sm">
              {(['closeDeletes', 'closeDevices', 'closeFree', 'closeForever'] as const).map((line) => (
                <li key={line}>{t(`account.${line}`)}</li>
              ))}
            </ul>
            <AccountForm
              title={t('account.closeSure')}
              submit={t('account.closeNow')}
              look="danger"
              isValid={isRight && password !== ''}
              send={(write) => write('/api/account', { password, confirm }, 'DELETE')}
              onDone={async () => {
                await forgetPerson()
                navigate('/')
                say(t('account.closed'))
              }}
            >
              {(isChecked) => (
                <>
                  <PresentPasswordField value={password} isChecked={isChecked} onChange={setPassword} />
                  <Field
                    label={t('account.typeName', { name: username })}
                    name="confirm"
                    autoComplete="off"
                    value={confirm}
                    error={isChecked && !isRight ? t('server.username_differs') : null}
                    onChange={(event) => setConfirm(event.target.value)}
                  />
                </>
              )}
            </AccountForm>
          </Dialog>
        )}
      </Fetched>
    </AccountSection>
  )
}
