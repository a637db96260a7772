import type { User } from '@pathlight/contracts/accounts.ts'
import type { ItemHistory } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'

/** The number of revisions that one request fetches. */
const PAGE = 20
/** The interval between requests while the server is away, in milliseconds. */
const ASK_AGAIN_MS = 10_000

/** The revisions of an item, newest first, in pages as the server gives them. */
export const itemHistoryQuery = (user: User, kind: HistoryKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [MINE, user.id, 'history', 'of', kind, id],
    queryFn: async ({ pageParam, signal }) => {
      const params = new URLSearchParams({
        limit: String(PAGE),
        ...(pageParam !== null && { before: String(pageParam) }),
      })
      const path = `/api/history/${kind}/${encodeURIComponent(id)}?${params}`
      const { value, here = false } = await readSeen<ItemHistory>(user.id, path, signal)
      return { ...value, here }
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => state.data?.pages.some(({ here }) => here) && ASK_AGAIN_MS,
    // A history must show the newest changes each time it opens.
    staleTime: 0,
  })
