import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import type { LogInWays } from '@pathlight/contracts/log-in.ts'
import type { Token } from '@pathlight/contracts/tokens.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

export const accountQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account'],
    queryFn: ({ signal }) => read<Account>('/api/account', signal),
  })

/** The query for the person's passkeys, second step of the log-in, and account at a provider. */
export const myLogInWaysQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account', 'log-in'],
    queryFn: ({ signal }) => read<LogInWays>('/api/account/log-in', signal),
  })

export const tokensQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account', 'tokens'],
    queryFn: async ({ signal }) => (await read<{ tokens: Token[] }>('/api/account/tokens', signal)).tokens,
  })
