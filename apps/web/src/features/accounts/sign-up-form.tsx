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

/** Email, username and the password twice; the rules are said under each field, in the language of the interface. */
export const SignUpForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({ email: '', username: '', password: '', confirm_password: '' })
  const [shown, setShown] = useState(false)
  const [tried, setTried] = useState(false)
  const entering = useMutation({ mutationFn: signUp, onSuccess: onDone })
  // From the first attempt on, a field is checked as it is corrected.
  const errors = tried ? checkSignUp(values) : {}

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // At once: the next line gives the focus to the field that the page shows as wrong.
    flushSync(() => setTried(true))
    if (Object.keys(checkSignUp(values)).length > 0) return focusFirstError(event.currentTarget)
    entering.mutate({ ...values, email: values.email.trim(), username: values.username.trim() })
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
      <ErrorList errors={entering.error ? signUpErrors(t, entering.error) : []} />
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
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        hint={t('accounts.passwordHint')}
        aside={<ShowToggle shown={shown} onChange={setShown} />}
        {...field('password')}
      />
      <Field
        label={t('accounts.confirmPassword')}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        {...field('confirm_password')}
      />
      <Button type="submit" look="primary" big busy={entering.isPending}>
        {t(entering.isPending ? 'accounts.signingUp' : 'accounts.signUp')}
      </Button>
    </form>
  )
}
