import type { User } from '@pathlight/contracts/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'
import { hasPasskeys } from '../../session/log-in-ways.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Field, useCheckedForm } from '../../ui/field.tsx'
import { logInErrors } from './log-in-errors.ts'
import { startSession } from './sign-in.ts'

type Props = {
  /** The ticket that the server gave for the right password. */
  readonly ticket: string
  /** The possible ways: `totp`, `passkey`, `recovery`. */
  readonly ways: readonly string[]
  readonly remember: boolean
  readonly onDone: () => void
  readonly onStartAgain: () => void
}

/** The second step of a log-in by password: a code or a passkey. */
const SecondStep = ({ ticket, ways, remember, onDone, onStartAgain }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const byCode = useMutation({
    mutationFn: async () =>
      startSession(await write<User>('POST', '/api/auth/second-step', { body: { ticket, code } }), remember),
    onSuccess: onDone,
  })
  const byPasskey = useMutation({
    mutationFn: async () => (await import('./passkey.ts')).secondStepByPasskey(ticket, remember),
    onSuccess: onDone,
  })
  const { isChecked, form } = useCheckedForm(code.trim() !== '', () => {
    byPasskey.reset()
    byCode.mutate()
  })
  const failed = byCode.error ?? byPasskey.error
  const errors = failed instanceof ApiProblem ? logInErrors(t, failed) : failed ? [t('logIn.passkeyNotUsed')] : []
  return (
    <form {...form} aria-label={t('logIn.secondStep')} className="grid gap-4">
      <p className="text-sm text-muted" role="status">
        {t('logIn.secondStepText')}
      </p>
      <ErrorList errors={errors} />
      {ways.includes('passkey') && hasPasskeys() && (
        <Button
          big
          busy={byPasskey.isPending}
          onClick={() => {
            byCode.reset()
            byPasskey.mutate()
          }}
        >
          {t(byPasskey.isPending ? 'logIn.usingPasskey' : 'logIn.usePasskey')}
        </Button>
      )}
      <Field
        label={t('logIn.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        required
        hint={t(ways.includes('totp') ? 'logIn.codeOfApp' : 'logIn.recoveryCode')}
        value={code}
        error={isChecked && code.trim() === '' ? t('accounts.required') : null}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="primary" big busy={byCode.isPending}>
        {t('logIn.confirm')}
      </Button>
      <Button look="quiet" onClick={onStartAgain}>
        {t('logIn.startAgain')}
      </Button>
    </form>
  )
}
export default SecondStep
