import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { writeOnce } from '../../api/write-once.ts'
import { sayProblem, sayReason } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field, useCheckedForm } from '../../ui/field.tsx'
import { AccountPage } from './account-page.tsx'
import { checkNewPassword } from './account-rules.ts'
import { ShowToggle } from './show-toggle.tsx'

/** How long the success message is shown before the log-in page opens, in milliseconds (specification section 9). */
const REDIRECT_MS = 2000

const resetOnce = writeOnce()

export const Component = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const [values, setValues] = useState({ password: '', confirm_password: '' })
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const resetting = useMutation({
    mutationFn: (password: string) => resetOnce(`/api/auth/reset-password/${encodeURIComponent(token)}`, { password }),
  })
  useEffect(() => {
    if (!resetting.isSuccess) return
    const timer = setTimeout(() => navigate('/login-redirect', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [resetting.isSuccess, navigate])

  const wrong = checkNewPassword(values)
  const { isChecked, form } = useCheckedForm(Object.keys(wrong).length === 0, () => resetting.mutate(values.password))
  const errors = isChecked ? wrong : {}
  const field = (name: 'password' | 'confirm_password') => ({
    name,
    type: isPasswordVisible ? 'text' : 'password',
    autoComplete: 'new-password',
    required: true,
    value: values[name],
    error: errors[name] ? sayReason(t, errors[name]) : null,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <AccountPage title={t('accounts.resetTitle')}>
      <form {...form} className="grid gap-4">
        <ErrorList errors={resetting.error ? [sayProblem(t, resetting.error) ?? t('accounts.resetFailed')] : []} />
        <Field
          label={t('accounts.newPassword')}
          hint={t('accounts.passwordHint')}
          aside={<ShowToggle isPasswordVisible={isPasswordVisible} onChange={setPasswordVisible} />}
          {...field('password')}
        />
        <Field label={t('accounts.confirmPassword')} {...field('confirm_password')} />
        <div role="status">
          {resetting.isSuccess && (
            <p className="rounded-sm bg-ok-soft px-3 py-2.5 text-sm text-ok">{t('accounts.resetDone')}</p>
          )}
        </div>
        <Button type="submit" look="primary" big busy={resetting.isPending || resetting.isSuccess}>
          {t(resetting.isPending ? 'accounts.resetting' : 'accounts.reset')}
        </Button>
      </form>
      {resetting.isError && (
        // A link works only once and for ten minutes, so after an error the person may need a new link.
        <p className="mt-4 text-center text-sm">
          <Link
            to="/forgot-password"
            className="inline-flex min-h-11 items-center px-1 font-medium text-accent hover:underline"
          >
            {t('accounts.newLink')}
          </Link>
        </p>
      )}
    </AccountPage>
  )
}
