import type { OpenedShare } from '@pathlight/contracts/share.ts'
import { queryOptions } from '@tanstack/react-query'
import { write } from '../../api/request.ts'

/** What somebody shared by the link /shared/{id}#{key}. The key is sent in a body, because addresses are logged. */
export const sharedQuery = (id: string, key: string) =>
  queryOptions({
    queryKey: ['shared', id, key],
    queryFn: () => write<OpenedShare>('POST', `/api/shared/${encodeURIComponent(id)}`, { body: { key } }),
    // A wrong link stays wrong, so a retry is useless. The server counts each request as a visit, so the page does not
    // fetch the item again by itself.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
