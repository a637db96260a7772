import { useMutation } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field, useCheckedForm } from '../../ui/field.tsx'
import { logInErrors, secondStepOf } from './log-in-errors.ts'
import { ShowToggle } from './show-toggle.tsx'
import { logIn } from './sign-in.ts'

const OtherWays = lazy(() => withWords(['accounts', 'log-in'], () => import('./other-ways.tsx')))
const SecondStep = lazy(() => withWords(['accounts', 'log-in'], () => import('./second-step.tsx')))

/** The log-in form. `onLeave` is called when the person goes to the page for forgotten passwords. */
export const LogInForm = ({ onDone, onLeave }: { onDone: () => void; onLeave?: () => void }) => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [remember, setRemember] = useState(false)
  const logInMutation = useMutation({ mutationFn: logIn, onSuccess: onDone })

  const { isChecked, form } = useCheckedForm(email.trim() !== '' && password !== '', () =>
    logInMutation.mutate({ email: email.trim(), password, remember }),
  )
  const requiredError = (value: string) => (isChecked && value === '' ? t('accounts.required') : null)

  const step = secondStepOf(logInMutation.error)
  const first = useRef<HTMLInputElement>(null)
  const hadStep = useRef(false)
  useEffect(() => {
    // The button "Start again" disappeared with the second step, so the first field gets the focus.
    if (hadStep.current && !step) first.current?.focus()
    hadStep.current = step !== null
  })
  if (step)
    return (
      <Fetched>
        <SecondStep {...step} remember={remember} onDone={onDone} onStartAgain={() => logInMutation.reset()} />
      </Fetched>
    )
  return (
    <form {...form} className="grid gap-4">
      <ErrorList errors={logInMutation.error ? logInErrors(t, logInMutation.error) : []} />
      <Field
        ref={first}
        label={t('accounts.email')}
        type="email"
        name="email"
        // In this field browsers offer the person's passkeys.
        autoComplete="username webauthn"
        required
        value={email}
        error={requiredError(email.trim())}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label={t('accounts.password')}
        type={isPasswordVisible ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={requiredError(password)}
        onChange={(event) => setPassword(event.target.value)}
        aside={<ShowToggle isPasswordVisible={isPasswordVisible} onChange={setPasswordVisible} />}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            name="remember"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
            className="size-4.5 flex-none"
          />
          {t('accounts.remember')}
        </label>
        <Link
          to="/forgot-password"
          state={{ email: email.trim() }}
          {...(onLeave && { onClick: onLeave })}
          className="flex min-h-11 items-center text-sm text-accent underline-offset-3 hover:underline"
        >
          {t('accounts.forgotPassword')}
        </Link>
      </div>
      <Button type="submit" look="primary" big busy={logInMutation.isPending}>
        {t(logInMutation.isPending ? 'accounts.loggingIn' : 'accounts.logIn')}
      </Button>
      <Fetched>
        <OtherWays remember={remember} onDone={onDone} />
      </Fetched>
    </form>
  )
}
