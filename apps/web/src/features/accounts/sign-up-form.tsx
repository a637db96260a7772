import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sayReason } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { aboutQuery } from '../../session/about-query.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field, useCheckedForm } from '../../ui/field.tsx'
import { checkSignUp, type SignUpField } from './account-rules.ts'
import { signUpErrors } from './log-in-errors.ts'
import { ShowToggle } from './show-toggle.tsx'
import { signUp } from './sign-in.ts'

type Props = {
  readonly onDone: () => void
  /** Called when the person follows a link to another page. */
  readonly onLeave?: () => void
  /** The code in an invitation's link, or null without an invitation. */
  readonly invitation?: string | null
}

/** A text in place of the form. It says who may sign up, and whom to ask. */
const Shut = ({ mode, onLeave }: { mode: 'invited' | 'closed'; onLeave: Props['onLeave'] }) => {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3">
      <p className="font-medium">{t(mode === 'closed' ? 'accounts.shutTitle' : 'accounts.byInvitationTitle')}</p>
      <p className="text-sm text-pretty text-muted">
        {t(mode === 'closed' ? 'accounts.shutText' : 'accounts.byInvitationText')}
      </p>
      <Link to="/about/who-we-are" {...(onLeave && { onClick: onLeave })} className="control plain justify-self-start">
        {t('accounts.askHost')}
      </Link>
    </div>
  )
}

/**
 * The prefix of the invitation code that makes the first account of an installation an administrator's. The server
 * takes this code whether sign-up is open, by invitation or closed.
 */
const OF_FIRST_ADMIN = 'first-admin.'

/**
 * Why the person may not sign up. Null if they may, or if that is not known yet. If sign-up is by invitation, any code
 * counts as valid here. The server checks the code when the person signs up.
 */
export const useShut = (invitation: string | null): 'invited' | 'closed' | null => {
  const mode = useQuery(aboutQuery(useLanguage())).data?.sign_up
  if (mode === undefined || mode === 'open' || invitation?.startsWith(OF_FIRST_ADMIN)) return null
  return mode === 'closed' || invitation === null ? mode : null
}

/** The sign-up form, or the reason why the person may not sign up. */
export const SignUpForm = ({ onDone, onLeave, invitation = null }: Props) => {
  const mode = useShut(invitation)
  if (mode !== null) return <Shut mode={mode} onLeave={onLeave} />
  return <Form onDone={onDone} invitation={invitation} />
}

const Form = ({ onDone, invitation }: Required<Pick<Props, 'onDone' | 'invitation'>>) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({ email: '', username: '', password: '', confirm_password: '' })
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const signUpMutation = useMutation({ mutationFn: signUp, onSuccess: onDone })
  const wrong = checkSignUp(values)
  const { isChecked, form } = useCheckedForm(Object.keys(wrong).length === 0, () => {
    const named = { ...values, email: values.email.trim(), username: values.username.trim() }
    signUpMutation.mutate({ ...named, ...(invitation !== null && { invitation }) })
  })
  // After the person has submitted the form with an invalid field, each field is checked whenever it changes.
  const errors = isChecked ? wrong : {}
  const field = (name: SignUpField) => ({
    name,
    required: true,
    value: values[name],
    error: errors[name] ? sayReason(t, errors[name]) : null,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })

  return (
    <form {...form} className="grid gap-4">
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
      <Button type="submit" look="primary" big className="mt-2" busy={signUpMutation.isPending}>
        {t(signUpMutation.isPending ? 'accounts.signingUp' : 'accounts.signUp')}
      </Button>
    </form>
  )
}
