import type { Device } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'
import { read } from '../api/request.ts'

/** The devices on which the person is or was logged in. */
export const devicesQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'account', 'devices'],
    queryFn: async ({ signal }) => (await read<{ devices: Device[] }>('/api/account/devices', signal)).devices,
  })
