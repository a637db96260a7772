import type { User } from '@pathlight/contracts/accounts.ts'
import type { LogInWays } from '@pathlight/contracts/log-in.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { myLogInWaysQuery } from './my-log-in-ways-query.ts'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))

/** The linked account at a provider. */
export const ProviderSection = ({ user, provider }: { user: User; provider: NonNullable<LogInWays['provider']> }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const heading = useId()
  const [isOpen, setOpen] = useState(false)
  const { name, account, since } = provider
  const unlinking = useMutation({
    mutationFn: () => write('DELETE', '/api/account/oidc'),
    onSuccess: () => say(t('logIn.unlinked')),
    onError: (error) => say(sayProblem(t, error) ?? t('account.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey: myLogInWaysQuery(user).queryKey }),
  })
  const day = (time: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(time))
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {t('logIn.provider', { provider: name })}
      </h2>
      <p className="-mt-2 text-sm text-muted wrap-anywhere">
        {account === null || since === null
          ? t('logIn.providerText', { provider: name })
          : t('logIn.providerLinked', { account, when: day(since) })}
      </p>
      {account === null ? (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          {t('logIn.link')}
        </Button>
      ) : (
        <Button className="justify-self-start" busy={unlinking.isPending} onClick={() => unlinking.mutate()}>
          {t('logIn.unlink')}
        </Button>
      )}
      <Fetched>
        {isOpen && (
          <PasswordDialog
            title={t('logIn.linkTitle', { provider: name })}
            description={t('logIn.linkText', { provider: name })}
            submit={t('logIn.linkGo', { provider: name })}
            send={async (password) => {
              const { url } = await write<{ url: string }>('POST', '/api/account/oidc', { body: { password } })
              window.location.assign(url)
            }}
            onDone={() => undefined}
            onClose={() => setOpen(false)}
          />
        )}
      </Fetched>
    </section>
  )
}
