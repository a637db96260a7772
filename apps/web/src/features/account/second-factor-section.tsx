import type { User } from '@pathlight/contracts/accounts.ts'
import type { LogInWays } from '@pathlight/contracts/log-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { myLogInWaysQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))
const SetUpApp = lazy(() => import('./set-up-app.tsx'))
const RecoveryCodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))

type Open = 'app' | 'passkeys' | 'codes' | 'off' | null

/** The section for the second step of a log-in by password: an authenticator app or passkeys, and recovery codes. */
export const SecondFactorSection = ({ user, ways }: { user: User; ways: LogInWays }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { second_factor: on, passkeys } = ways
  const changed = () => queries.invalidateQueries({ queryKey: myLogInWaysQuery(user).queryKey })
  const showCodes = (next: readonly string[]) => {
    setOpen(null)
    setCodes(next)
    void changed()
  }
  const askForCodes = (path: string) => async (password: string) =>
    showCodes((await write<{ codes: string[] }>('POST', path, { body: { password } })).codes)
  const close = () => setOpen(null)
  return (
    <AccountSection
      title={t('logIn.secondFactor')}
      text={
        on === null
          ? t('logIn.secondFactorText')
          : `${t('logIn.secondFactorOn', { when: formatDate(on.since, language) })} ${t('logIn.codesLeft', { count: on.codes_left })}`
      }
    >
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen('app')}>{t(on?.totp ? 'logIn.otherApp' : 'logIn.setUpApp')}</Button>
        {on === null && passkeys.length > 0 && (
          <Button onClick={() => setOpen('passkeys')}>{t('logIn.byPasskeys')}</Button>
        )}
        {on !== null && (
          <>
            <Button onClick={() => setOpen('codes')}>{t('logIn.newCodes')}</Button>
            <Button onClick={() => setOpen('off')}>{t('logIn.turnOff')}</Button>
          </>
        )}
      </div>
      <Fetched>
        {open === 'app' && <SetUpApp onCodes={showCodes} onClose={close} />}
        {open === 'passkeys' && (
          <PasswordDialog
            title={t('logIn.byPasskeysTitle')}
            description={t('logIn.byPasskeysText')}
            submit={t('logIn.turnOn')}
            send={askForCodes('/api/account/second-factor')}
            onDone={() => undefined}
            onClose={close}
          />
        )}
        {open === 'codes' && (
          <PasswordDialog
            title={t('logIn.newCodesTitle')}
            description={t('logIn.newCodesText')}
            submit={t('logIn.makeCodes')}
            send={askForCodes('/api/account/second-factor/codes')}
            onDone={() => undefined}
            onClose={close}
          />
        )}
        {open === 'off' && (
          <PasswordDialog
            title={t('logIn.turnOffTitle')}
            description={t('logIn.turnOffText')}
            submit={t('logIn.turnOffNow')}
            look="danger"
            send={(password) => write('DELETE', '/api/account/second-factor', { body: { password } })}
            onDone={() => {
              say(t('logIn.turnedOff'))
              // The dialog closes only when the buttons have changed. If it closed earlier, a button would get the
              // focus and then disappear.
              void changed().finally(close)
            }}
            onClose={close}
          />
        )}
        {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      </Fetched>
    </AccountSection>
  )
}
