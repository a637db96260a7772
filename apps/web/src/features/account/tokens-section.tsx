import type { User } from '@pathlight/contracts/accounts.ts'
import type { Token } from '@pathlight/contracts/tokens.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedField } from '../../ui/copied-field.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { TokensForm } from './tokens-form.tsx'
import { tokensQuery } from './tokens-query.ts'

/** The person's access tokens, a form for a new one, and the secret of the one that was just made. */
const TokensSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const heading = useId()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const secret = useRef<HTMLDivElement>(null)
  const make = useRef<HTMLButtonElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => {
    if (made !== null) secret.current?.querySelector('input')?.focus()
  }, [made])
  const { queryKey } = tokensQuery(user)
  const { data: tokens, error, refetch } = useQuery(tokensQuery(user))
  const revoking = useMutation({
    mutationFn: ({ id }: Token) => write('DELETE', `/api/account/tokens/${id}`),
    onSuccess: (_, { name }) => say(t('tokens.revoked', { name })),
    onError: (problem) => say(sayProblem(t, problem) ?? t('account.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const day = (time: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))
  const moment = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-4">
      <div className="grid gap-1">
        <h2 id={heading} className="text-lg font-semibold">
          {t('tokens.title')}
        </h2>
        <p className="text-sm text-pretty text-muted">{t('tokens.text')}</p>
      </div>
      {error && <FetchFailed words={sayProblem(t, error) ?? t('tokens.failed')} onRetry={() => void refetch()} />}
      {!tokens && !error && <div className="skeleton h-10" />}
      {tokens?.length === 0 && <p className="text-sm text-muted">{t('tokens.none')}</p>}
      {tokens && tokens.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <li key={token.id} ref={passFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <div className="min-w-0 grow basis-52 wrap-anywhere">
                <p className="font-medium">{token.name}</p>
                <p className="text-sm text-muted">
                  {token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  {[
                    t('tokens.ends', { when: day(token.until) }),
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
          ))}
        </ul>
      )}
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
    </section>
  )
}
export default TokensSection
