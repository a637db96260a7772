import type { User } from '@pathlight/contracts/accounts.ts'
import type { Passkey } from '@pathlight/contracts/log-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatMoment } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { hasPasskeys, useLogInWays } from '../../session/log-in-ways.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { myLogInWaysQuery } from './account-queries.ts'
import { AccountForm, AccountSection } from './account-section.tsx'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }))

const isName = (name: string) => name.trim().length >= 1 && name.trim().length <= 60

export const PasskeysSection = ({ user, passkeys }: { user: User; passkeys: readonly Passkey[] }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'add' | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | null>(
    null,
  )
  const [name, setName] = useState('')
  const server = useLogInWays()
  const canAdd = server?.ways.includes('passkey') === true && hasPasskeys()
  const ask = (next: typeof open) => {
    setName(next !== null && next !== 'add' ? next.passkey.name : '')
    setOpen(next)
  }
  const { queryKey } = myLogInWaysQuery(user)
  const done = (words: string) => {
    setOpen(null)
    say(words)
    return queries.invalidateQueries({ queryKey })
  }
  const removing = useAct({
    send: ({ id }: Passkey) => write('DELETE', `/api/account/passkeys/${id}`),
    onDone: () => say(t('logIn.removed')),
    failed: t('account.failed'),
    changes: queryKey,
  })
  const when = (time: string) => formatMoment(time, language)
  const nameField = (isChecked: boolean) => (
    <Field
      label={t('logIn.passkeyName')}
      hint={t('logIn.passkeyNameHint')}
      name="passkey-name"
      autoComplete="off"
      maxLength={60}
      value={name}
      error={isChecked && !isName(name) ? t('server.passkey_name') : null}
      onChange={(event) => setName(event.target.value)}
    />
  )
  return (
    <AccountSection title={t('logIn.passkeys')} text={t('logIn.passkeysText')}>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <span className="min-w-40 grow">
                <span className="font-medium wrap-anywhere">{passkey.name}</span>
                <span className="block text-sm text-muted">
                  {passkey.used_at === null
                    ? t('logIn.made', { when: when(passkey.created_at) })
                    : t('logIn.lastUsed', { when: when(passkey.used_at) })}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  aria-label={t('logIn.renameNamed', { name: passkey.name })}
                  onClick={() => ask({ what: 'rename', passkey })}
                >
                  {t('logIn.rename')}
                </Button>
                <Button
                  aria-label={t('logIn.removeNamed', { name: passkey.name })}
                  onClick={() => ask({ what: 'remove', passkey })}
                >
                  {t('logIn.remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {canAdd ? (
        <Button className="justify-self-start" onClick={() => ask('add')}>
          {t('logIn.addPasskey')}
        </Button>
      ) : (
        server && <p className="text-sm text-muted">{t('logIn.noPasskeysHere')}</p>
      )}
      <Fetched>
        {open === 'add' && (
          <PasswordDialog
            title={t('logIn.addPasskeyTitle')}
            description={t('logIn.addPasskeyText')}
            submit={t('logIn.addPasskeyNow')}
            isValid={isName(name)}
            send={async (password) => (await import('./make-passkey.ts')).makePasskey(password, name.trim())}
            onDone={() => done(t('logIn.passkeyAdded'))}
            onClose={() => setOpen(null)}
          >
            {nameField}
          </PasswordDialog>
        )}
        {open !== null && open !== 'add' && open.what === 'rename' && (
          <Dialog title={t('logIn.renameTitle')} onClose={() => setOpen(null)}>
            <AccountForm
              title={open.passkey.name}
              submit={t('logIn.saveName')}
              isValid={isName(name)}
              send={(sendOnce) => sendOnce(`/api/account/passkeys/${open.passkey.id}`, { name: name.trim() }, 'PUT')}
              onDone={() => done(t('logIn.renamed'))}
            >
              {nameField}
            </AccountForm>
          </Dialog>
        )}
        {open !== null && open !== 'add' && open.what === 'remove' && (
          <ConfirmDialog
            title={t('logIn.removeTitle', { name: open.passkey.name })}
            description={t('logIn.removeText')}
            confirm={t('logIn.remove')}
            cancel={t('cancel')}
            onCancel={() => !removing.isPending && setOpen(null)}
            // The dialog closes only when the row is gone. If it closed earlier, the row's button would get the focus
            // and then disappear.
            onConfirm={() => !removing.isPending && removing.mutate(open.passkey, { onSettled: () => setOpen(null) })}
          />
        )}
      </Fetched>
    </AccountSection>
  )
}
