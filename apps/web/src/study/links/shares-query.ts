import type { Share } from '@pathlight/contracts/share.ts'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** The person's shares, newest first. */
export const sharesQuery = (owner: { readonly id: string }) => ({
  queryKey: [MINE, owner.id, 'shares'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await read<{ readonly shares: readonly Share[] }>('/api/share', signal)).shares,
  // Visits of other people change the shares, so each use fetches them again.
  staleTime: 0,
})
