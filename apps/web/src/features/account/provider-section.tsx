import type { User } from '@pathlight/contracts/accounts.ts'
import type { LogInWays } from '@pathlight/contracts/log-in.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { myLogInWaysQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))

export const ProviderSection = ({ user, provider }: { user: User; provider: NonNullable<LogInWays['provider']> }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [isOpen, setOpen] = useState(false)
  const { name, account, since } = provider
  const unlinking = useAct({
    send: () => write('DELETE', '/api/account/oidc'),
    onDone: () => say(t('logIn.unlinked')),
    failed: t('account.failed'),
    changes: myLogInWaysQuery(user).queryKey,
  })
  return (
    <AccountSection
      title={t('logIn.provider', { provider: name })}
      text={
        account === null || since === null
          ? t('logIn.providerText', { provider: name })
          : t('logIn.providerLinked', { account, when: formatDate(since, language) })
      }
    >
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
    </AccountSection>
  )
}
