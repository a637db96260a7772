import type { User } from '@pathlight/contracts/accounts.ts'
import type { Token } from '@pathlight/contracts/tokens.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** The person's access tokens. */
export const tokensQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account', 'tokens'],
    queryFn: async ({ signal }) => (await read<{ tokens: Token[] }>('/api/account/tokens', signal)).tokens,
  })
