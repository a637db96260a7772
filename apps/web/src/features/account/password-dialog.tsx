import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountForm } from './account-section.tsx'
import { PresentPasswordField } from './present-password-field.tsx'

type Props = {
  readonly title: string
  readonly description: string
  /** The heading of the form. If it is absent, the heading asks the person to prove who they are. */
  readonly heading?: string
  readonly submit: string
  readonly look?: 'plain' | 'danger'
  /** Further fields before the password. */
  readonly children?: (isChecked: boolean) => ReactNode
  /** Whether the further fields are valid. */
  readonly isValid?: boolean
  readonly send: (password: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A dialog for a change of the ways to log in, which the server makes only with the present password. */
const PasswordDialog = ({
  title,
  description,
  heading,
  submit,
  look,
  children,
  isValid = true,
  send,
  onDone,
  onClose,
}: Props) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <AccountForm
        title={heading ?? t('account.closeSure')}
        submit={submit}
        {...(look && { look })}
        isValid={isValid && password !== ''}
        send={() => send(password)}
        onDone={onDone}
      >
        {(isChecked) => (
          <>
            {children?.(isChecked)}
            <PresentPasswordField value={password} isChecked={isChecked} onChange={setPassword} />
          </>
        )}
      </AccountForm>
    </Dialog>
  )
}
export default PasswordDialog
