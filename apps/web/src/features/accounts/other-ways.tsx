import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'
import { hasPasskeys, useLogInWays } from '../../session/log-in-ways.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { logInErrors } from './log-in-errors.ts'

/** Imports the code for passkeys. It is imported at its first use, so that the form does not wait for it. */
const passkey = () => import('./passkey.ts')

/**
 * The ways to log in other than by password that the server and the browser support: a passkey, and an account at a
 * provider.
 */
const OtherWays = ({ remember, onDone }: { remember: boolean; onDone: () => void }) => {
  const { t } = useTranslation()
  const { pathname, search, hash } = useLocation()
  const data = useLogInWays()
  const [error, setError] = useState<unknown>(null)
  const isRemembered = useRef(remember)
  isRemembered.current = remember
  const withPasskey = data?.ways.includes('passkey') === true && hasPasskeys()
  // On the page /login/provider the person proves that this account is theirs, in order to link it with their account
  // at the provider. A log-in at the provider proves nothing there.
  const provider = data?.ways.includes('oidc') && pathname !== '/login/provider' ? data.provider : null

  const byPasskey = useMutation({
    mutationFn: async () => (await passkey()).logInByPasskey(() => isRemembered.current),
    onMutate: () => setError(null),
    onError: setError,
    onSuccess: onDone,
  })
  const atProvider = useMutation({
    mutationFn: () => {
      const back = pathname.startsWith('/login') ? '/' : `${pathname}${search}${hash}`
      const invitation = new URLSearchParams(search).get('invitation') ?? undefined
      return write<{ url: string }>('POST', '/api/auth/oidc', { body: { remember, back, invitation } })
    },
    onMutate: () => setError(null),
    onError: setError,
    onSuccess: ({ url }) => window.location.assign(url),
  })

  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (!withPasskey) return
    let isGone = false
    const offer = async (): Promise<void> => {
      const { canOfferInField, logInByPasskey, wasStopped } = await passkey()
      if (!(await canOfferInField()) || isGone) return
      try {
        await logInByPasskey(() => isRemembered.current, true)
        done.current()
      } catch (problem) {
        // No error is shown if the person closed the form, pressed "Use a passkey" or chose no passkey, or if the
        // server did not answer.
        if (isGone || wasStopped(problem) || !(problem instanceof ApiProblem) || problem.status === 0) return
        setError(problem)
        // The offer ended because the form was open for too long, so the page offers a passkey again.
        if (problem.code === 'passkey_over') await offer()
      }
    }
    void offer()
    return () => {
      isGone = true
      void passkey().then(({ stopWaiting }) => stopWaiting())
    }
  }, [withPasskey])

  if (!withPasskey && provider === null) return null
  const errors = error instanceof ApiProblem ? logInErrors(t, error) : error ? [t('logIn.passkeyNotUsed')] : []
  return (
    <div className="grid gap-2.5">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('logIn.or')}
      </p>
      <ErrorList errors={errors} />
      {withPasskey && (
        <Button big busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t(byPasskey.isPending ? 'logIn.usingPasskey' : 'logIn.usePasskey')}
        </Button>
      )}
      {provider !== null && (
        <Button big busy={atProvider.isPending || atProvider.isSuccess} onClick={() => atProvider.mutate()}>
          {t('logIn.continueAt', { provider })}
        </Button>
      )}
    </div>
  )
}
export default OtherWays
