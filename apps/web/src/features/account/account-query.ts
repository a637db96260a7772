import type { Account } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

export const accountQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account'],
    queryFn: ({ signal }) => read<Account>('/api/account', signal),
  })
