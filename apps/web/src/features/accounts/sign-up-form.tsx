import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { sayReason } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field, focusFirstError } from '../../ui/field.tsx'
import { checkSignUp, type SignUpField } from './account-rules.ts'
import { signUpErrors } from './log-in-errors.ts'
import { ShowToggle } from './show-toggle.tsx'
import { signUp } from './sign-in.ts'

/** The sign-up form. The rule of each field is shown beneath it. */
export const SignUpForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({ email: '', username: '', password: '', confirm_password: '' })
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const signUpMutation = useMutation({ mutationFn: signUp, onSuccess: onDone })
  // After the first attempt, fields are checked as they are corrected.
  const errors = hasSubmitted ? checkSignUp(values) : {}

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // flushSync, because the next line focuses the field that the page marks as wrong.
    flushSync(() => setHasSubmitted(true))
    if (Object.keys(checkSignUp(values)).length > 0) return focusFirstError(event.currentTarget)
    signUpMutation.mutate({ ...values, email: values.email.trim(), username: values.username.trim() })
  }
  const field = (name: SignUpField) => ({
    name,
    required: true,
    value: values[name],
    error: errors[name] ? sayReason(t, errors[name]) : null,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ErrorList errors={signUpMutation.error ? signUpErrors(t, signUpMutation.error) : []} />
      <Field label={t('accounts.email')} type="email" autoComplete="email" {...field('email')} />
      <Field
        label={t('accounts.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('accounts.usernameHint')}
        {...field('username')}
      />
      <Field
        label={t('accounts.password')}
        type={isPasswordVisible ? 'text' : 'password'}
        autoComplete="new-password"
        hint={t('accounts.passwordHint')}
        aside={<ShowToggle isPasswordVisible={isPasswordVisible} onChange={setPasswordVisible} />}
        {...field('password')}
      />
      <Field
        label={t('accounts.confirmPassword')}
        type={isPasswordVisible ? 'text' : 'password'}
        autoComplete="new-password"
        {...field('confirm_password')}
      />
      <Button type="submit" look="primary" big busy={signUpMutation.isPending}>
        {t(signUpMutation.isPending ? 'accounts.signingUp' : 'accounts.signUp')}
      </Button>
    </form>
  )
}
