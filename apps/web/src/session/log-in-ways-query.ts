import type { About } from '@pathlight/contracts/about.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/request.ts'

/** How people log in on this server. A server of an older version does not say. */
export const logInWaysQuery = queryOptions({
  queryKey: ['log-in-ways'],
  queryFn: async ({ signal }) => {
    const { log_in: ways = [], provider } = await read<Partial<About>>('/api/about?language=en', signal)
    return { ways, provider: provider ?? null }
  },
  staleTime: 60 * 60_000,
})

/** Whether this browser makes and uses passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'
