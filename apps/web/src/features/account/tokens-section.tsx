import type { User } from '@pathlight/contracts/accounts.ts'
import type { Token } from '@pathlight/contracts/tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate, formatMoment } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedField } from '../../ui/copied-field.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { tokensQuery } from './account-queries.ts'
import { AccountRows, AccountSection } from './account-section.tsx'
import { TokensForm } from './tokens-form.tsx'

const TokensSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const secret = useRef<HTMLDivElement>(null)
  const make = useRef<HTMLButtonElement>(null)
  // The form, which had the focus, disappears when the token is made, so the field with the secret gets the focus.
  useEffect(() => {
    if (made !== null) secret.current?.querySelector('input')?.focus()
  }, [made])
  const query = useQuery(tokensQuery(user))
  const revoking = useAct({
    send: ({ id }: Token) => write('DELETE', `/api/account/tokens/${id}`),
    onDone: (_, { name }) => say(t('tokens.revoked', { name })),
    failed: t('account.failed'),
    changes: tokensQuery(user).queryKey,
  })
  const moment = (time: string) => formatMoment(time, language)
  return (
    <AccountSection title={t('tokens.title')} text={t('tokens.text')}>
      <AccountRows query={query} failed={t('tokens.failed')} none={t('tokens.none')}>
        {(token) => (
          <li key={token.id} ref={passFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <div className="min-w-0 grow basis-52 wrap-anywhere">
              <p className="font-medium">{token.name}</p>
              <p className="text-sm text-muted">
                {token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(' · ')}
              </p>
              <p className="text-sm text-muted">
                {[
                  t('tokens.ends', { when: formatDate(token.until, language) }),
                  token.used === null ? t('tokens.unused') : t('tokens.used', { when: moment(token.used) }),
                ].join(' · ')}
              </p>
            </div>
            <Button
              aria-label={t('tokens.revokeOf', { name: token.name })}
              busy={revoking.isPending && revoking.variables.id === token.id}
              onClick={() => revoking.mutate(token)}
            >
              {t('tokens.revoke')}
            </Button>
          </li>
        )}
      </AccountRows>
      {made !== null && (
        <div ref={secret} role="status" className="grid gap-3 rounded-md border border-line p-3">
          <p className="text-sm text-pretty">{t('tokens.made')}</p>
          <CopiedField label={t('tokens.secret')} value={made} copy={t('tokens.copy')} copied={t('tokens.copied')} />
        </div>
      )}
      {isMaking ? (
        <div className="grid gap-3 border-l-2 border-line pl-4">
          <TokensForm
            user={user}
            onMade={(token) => {
              setMade(token)
              setMaking(false)
            }}
          />
          <Button
            look="quiet"
            className="justify-self-start"
            onClick={() => {
              flushSync(() => setMaking(false))
              make.current?.focus()
            }}
          >
            {t('tokens.cancel')}
          </Button>
        </div>
      ) : (
        <Button ref={make} className="justify-self-start" onClick={() => setMaking(true)}>
          {t('tokens.make')}
        </Button>
      )}
    </AccountSection>
  )
}
export default TokensSection
