import { PASSWORD } from '@pathlight/contracts/account-rules.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayReason } from '../../locales/server-message.ts'
import { devicesQuery } from '../../session/devices-query.ts'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { tokensQuery } from './account-queries.ts'
import { AccountForm } from './account-section.tsx'

const EMPTY = { present: '', next: '', again: '' }

/**
 * The section to change the password. It asks for the present password. A change ends all other sessions and all access
 * tokens.
 */
export const PasswordSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const { present, next, again } = values
  const errors = {
    present: present === '' && t('accounts.required'),
    next: !PASSWORD.test(next) && sayReason(t, { code: 'invalid_password' }),
    again: next !== again && sayReason(t, { code: 'passwords_differ' }),
  }
  const field = (name: keyof typeof EMPTY, isChecked: boolean) => ({
    name,
    type: 'password',
    autoComplete: name === 'present' ? 'current-password' : 'new-password',
    value: values[name],
    error: (isChecked && errors[name]) || null,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <AccountForm
      title={t('account.password')}
      submit={t('account.changePassword')}
      isValid={Object.values(errors).every((error) => error === false)}
      send={(write) => write('/api/account/password', { password: present, new_password: next }, 'PUT')}
      onDone={() => {
        setValues(EMPTY)
        say(t('account.passwordChanged'))
        for (const { queryKey } of [devicesQuery(user), tokensQuery(user)]) void queries.invalidateQueries({ queryKey })
      }}
    >
      {(isChecked) => (
        <>
          <p className="-mt-2 text-sm text-muted">{t('account.passwordText')}</p>
          <Field label={t('account.presentPassword')} {...field('present', isChecked)} />
          <Field label={t('accounts.newPassword')} hint={t('accounts.passwordHint')} {...field('next', isChecked)} />
          <Field label={t('accounts.confirmPassword')} {...field('again', isChecked)} />
        </>
      )}
    </AccountForm>
  )
}
