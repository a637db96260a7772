import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import PasswordDialog from './password-dialog.tsx'

type Props = { readonly onCodes: (codes: readonly string[]) => void; readonly onClose: () => void }

/**
 * A dialog that shows the key for an authenticator app. The person turns the second step on with a code of the app and
 * the password.
 */
const SetUpApp = ({ onCodes, onClose }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  // The key is not cached, so each opening of the dialog gets a new key.
  const { data: key, error } = useQuery({
    queryKey: ['totp-key'],
    queryFn: () => write<{ secret: string; uri: string }>('POST', '/api/account/second-factor/totp'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (key === undefined)
    return (
      <Dialog title={t('logIn.setUpTitle')} onClose={onClose}>
        {error ? <ErrorList errors={[sayProblem(t, error) ?? t('account.failed')]} /> : <LoadingText />}
      </Dialog>
    )
  const isCode = /^\d{3} ?\d{3}$/.test(code.trim())
  return (
    <PasswordDialog
      title={t('logIn.setUpTitle')}
      description={t('logIn.setUpText')}
      heading={t('logIn.scan')}
      submit={t('logIn.turnOn')}
      isValid={isCode}
      send={async (password) => {
        const body = { password, secret: key.secret, code: code.trim() }
        onCodes((await write<{ codes: string[] }>('POST', '/api/account/second-factor', { body })).codes)
      }}
      onDone={() => undefined}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <div className="grid gap-3">
            <QrCode text={key.uri} label={t('logIn.qrOf')} />
            <p className="text-sm text-muted">
              {t('logIn.typeKey')}{' '}
              <code className="text-ink select-all wrap-anywhere">{key.secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code>
            </p>
          </div>
          <Field
            label={t('logIn.codeNow')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={isChecked && !isCode ? t('server.code_unreadable') : null}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
    </PasswordDialog>
  )
}
export default SetUpApp
