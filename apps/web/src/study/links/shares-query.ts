import type { Share } from '@pathlight/contracts/share.ts'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** The person's shares. */
export const sharesQuery = (owner: { readonly id: string }) => ({
  queryKey: [MINE, owner.id, 'shares'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await read<{ readonly shares: readonly Share[] }>('/api/share', signal)).shares,
  // Other people's visits change the shares.
  staleTime: 0,
})
