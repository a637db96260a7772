import type { User } from '@pathlight/contracts/accounts.ts'
import type { LogInWays } from '@pathlight/contracts/log-in.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** The ways to log in to the person's account beside its password. */
export const myLogInWaysQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account', 'log-in'],
    queryFn: ({ signal }) => read<LogInWays>('/api/account/log-in', signal),
  })
