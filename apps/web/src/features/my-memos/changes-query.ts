import type { User } from '@pathlight/contracts/accounts.ts'
import type { Changes } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'

/**
 * The filter of changes. An empty string matches everything. With `removed`, only removals of items that are still gone
 * match.
 */
export type ChangesFilter = {
  readonly kind: HistoryKind | ''
  readonly removed: boolean
  readonly device: string
  readonly book: string
}
export const ALL_CHANGES: ChangesFilter = { kind: '', removed: false, device: '', book: '' }

/** How often changes are fetched while the server is away, in milliseconds. */
const ASK_AGAIN_MS = 10_000

/**
 * The query for the person's changes, filtered, newest first, page by page. `query` has words that each change must
 * contain.
 */
export const changesQuery = (user: User, { kind, removed, device, book }: ChangesFilter, query: string) => {
  const filter = {
    ...(kind && { kind }),
    ...(removed && { removed: 'true' }),
    ...(device && { device }),
    ...(book && { book }),
    ...(query && { query }),
  }
  return infiniteQueryOptions({
    queryKey: [MINE, user.id, 'history', 'changes', filter],
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/history?${new URLSearchParams({ ...filter, ...(pageParam && { before: pageParam }) })}`
      const { value, here = false } = await readSeen<Changes>(user.id, path, signal)
      return { ...value, here }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => state.data?.pages.some(({ here }) => here) && ASK_AGAIN_MS,
    // Until this filter's answer arrives, the page shows the answer of the previous filter.
    placeholderData: keepPreviousData,
  })
}
