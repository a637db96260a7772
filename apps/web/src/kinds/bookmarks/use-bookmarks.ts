import type { User } from '@pathlight/contracts/accounts.ts'
import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { shownItems } from '../../api/shown-items.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { isUnknown } from '../../study/is-unknown.ts'
import { bookmarkWrites } from './bookmark-writes.ts'

/** Bookmarks per request: the server's maximum. Bookmarks are small, so one page is usually enough. */
const PAGE = 500

const bookmarksQuery = (user: User | null) =>
  queryOptions({
    queryKey: [MINE, user?.id ?? '', 'bookmarks'],
    queryFn: user
      ? async ({ signal }: { signal: AbortSignal }) => {
          let served = await readSeen<readonly Bookmark[]>(user.id, `/api/bookmarks?limit=${PAGE}`, signal)
          while (served.next !== null) {
            const { value, next } = await readSeen<readonly Bookmark[]>(user.id, served.next, signal)
            served = { ...served, next, value: [...served.value, ...value] }
          }
          return served
        }
      : skipToken,
  })

/**
 * All bookmarks, newest first, unsent changes included. `data` is undefined while they load. `isUnknown`: neither the
 * server nor the device has an answer, and `data` has only the unsent changes.
 */
export const useBookmarks = (user: User | null) => {
  const query = useQuery(bookmarksQuery(user))
  const { data: served, error, refetch } = query
  const unknown = isUnknown(query)
  const writes = usePendingWrites(bookmarkWrites, user?.id)
  const data = useMemo(
    () =>
      served || unknown
        ? [...shownItems(served?.value ?? [], served?.at ?? '0', writes, () => true)].sort((a, b) =>
            b.created_at.localeCompare(a.created_at),
          )
        : undefined,
    [served, unknown, writes],
  )
  return { data, error, isUnknown: unknown, refetch, isHere: served?.here ?? false }
}
