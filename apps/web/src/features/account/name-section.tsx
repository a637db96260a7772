import type { Account } from '@pathlight/contracts/account-care.ts'
import { USERNAME } from '@pathlight/contracts/account-rules.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SESSION_KEY } from '../../api/query-client.ts'
import { sayReason } from '../../locales/server-message.ts'
import { tellSession } from '../../session/kept-person.ts'
import { Field } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { accountQuery } from './account-queries.ts'
import { AccountForm } from './account-section.tsx'

export const NameSection = ({ user, account }: { user: User; account: Account }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const username = typed ?? account.username
  const isRight = USERNAME.test(username.trim())
  return (
    <AccountForm
      title={t('account.name')}
      submit={t('account.saveName')}
      isValid={isRight}
      send={async (write) => {
        const changed = await write<Account>('/api/account/username', { username: username.trim() }, 'PUT')
        queries.setQueryData(accountQuery(user).queryKey, changed)
        queries.setQueryData(SESSION_KEY, { ...user, username: changed.username })
        tellSession()
      }}
      onDone={() => {
        setTyped(null)
        say(t('account.nameSaved'))
      }}
    >
      {(isChecked) => (
        <Field
          label={t('accounts.username')}
          name="username"
          autoComplete="username"
          value={username}
          hint={t('accounts.usernameHint')}
          error={isChecked && !isRight ? sayReason(t, { code: 'invalid_username' }) : null}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </AccountForm>
  )
}
