import type { User } from '@pathlight/contracts/accounts.ts'
import { SCOPES, type Scope, TOKEN_NAME_MAX } from '@pathlight/contracts/token-rules.ts'
import type { MadeToken } from '@pathlight/contracts/tokens.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn, endOfDay } from '../../locales/day-in.ts'
import { sayReason } from '../../locales/server-message.ts'
import DateField from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { tokensQuery } from './account-queries.ts'
import { AccountForm } from './account-section.tsx'

/** The default lifetime of a token, in days. */
const DAYS = 90

export const TokensForm = ({ user, onMade }: { user: User; onMade: (token: string) => void }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const legend = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const [until, setUntil] = useState(() => dayIn(DAYS))
  const isNamed = name.trim() !== ''
  return (
    <AccountForm
      title={t('tokens.new')}
      submit={t('tokens.submit')}
      isValid={isNamed && scopes.length > 0}
      send={async (write) => {
        const body = { name: name.trim(), scopes, until: endOfDay(until) }
        const { token } = await write<MadeToken>('/api/account/tokens', body)
        void queries.invalidateQueries({ queryKey: tokensQuery(user).queryKey })
        onMade(token)
      }}
      onDone={() => undefined}
    >
      {(isChecked) => {
        const mayNothing = isChecked && scopes.length === 0
        return (
          <>
            <Field
              ref={first}
              label={t('tokens.name')}
              name="token-name"
              autoComplete="off"
              maxLength={TOKEN_NAME_MAX}
              value={name}
              hint={t('tokens.nameHint')}
              error={
                isChecked && !isNamed ? sayReason(t, { code: 'bad_token_name', params: { max: TOKEN_NAME_MAX } }) : null
              }
              onChange={(event) => setName(event.target.value)}
            />
            <fieldset aria-describedby={mayNothing ? legend : undefined}>
              <legend className="text-sm text-muted">{t('tokens.may')}</legend>
              {SCOPES.map((scope) => (
                <label key={scope} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 flex-none accent-accent"
                    checked={scopes.includes(scope)}
                    aria-invalid={mayNothing || undefined}
                    onChange={({ target }) =>
                      setScopes(SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
                    }
                  />
                  {t(`tokens.scope.${scope}`)}
                </label>
              ))}
              {mayNothing && (
                <p id={legend} className="text-xs text-danger">
                  {t('tokens.pick')}
                </p>
              )}
            </fieldset>
            <DateField label={t('tokens.until')} name="token-until" min={dayIn(0)} day={until} onDay={setUntil} />
          </>
        )
      }}
    </AccountForm>
  )
}
