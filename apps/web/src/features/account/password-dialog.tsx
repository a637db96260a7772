import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountForm } from './account-form.tsx'
import { PresentPasswordField } from './present-password-field.tsx'

type Props = {
  readonly title: string
  readonly description: string
  /** The heading of the form. If absent, it says that the password proves who the person is. */
  readonly heading?: string
  /** The button's label. */
  readonly submit: string
  readonly look?: 'plain' | 'danger'
  /** Further fields before the password. */
  readonly children?: ReactNode
  /** Whether the further fields are valid. */
  readonly check?: () => boolean
  readonly send: (password: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A dialog that asks for the present password before it changes how the account is opened. */
const PasswordDialog = ({
  title,
  description,
  heading,
  submit,
  look,
  children,
  check,
  send,
  onDone,
  onClose,
}: Props) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [hasSubmitted, setHasSubmitted] = useState(false)
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <AccountForm
        title={heading ?? t('account.closeSure')}
        submit={submit}
        {...(look && { look })}
        check={() => {
          flushSync(() => setHasSubmitted(true))
          return (check?.() ?? true) && password !== ''
        }}
        send={() => send(password)}
        onDone={onDone}
      >
        {children}
        <PresentPasswordField value={password} hasSubmitted={hasSubmitted} onChange={setPassword} />
      </AccountForm>
    </Dialog>
  )
}
export default PasswordDialog
