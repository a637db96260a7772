import type { User } from '@pathlight/contracts/accounts.ts'
import type { ItemHistory } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** Revisions that are fetched at once. */
const PAGE = 20

/** The revisions of an item, newest first, in pages as the server gives them. */
export const itemHistoryQuery = (user: User, kind: HistoryKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [MINE, user.id, 'history', 'of', kind, id],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams({
        limit: String(PAGE),
        ...(pageParam !== null && { before: String(pageParam) }),
      })
      return read<ItemHistory>(`/api/history/${kind}/${encodeURIComponent(id)}?${params}`, signal)
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // What was changed a moment ago is to be there.
    staleTime: 0,
  })
