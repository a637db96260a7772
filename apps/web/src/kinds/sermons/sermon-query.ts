import type { User } from '@pathlight/contracts/accounts.ts'
import type { Sermon } from '@pathlight/contracts/sermons.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { shownItems } from '../../api/shown-items.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

/** A sermon, whole, as the server has it. */
export const sermonQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: [MINE, userId, 'sermons', 'one', id],
    queryFn: ({ signal }: { signal: AbortSignal }) => readSeen<Sermon>(userId, `/api/sermon/${id}`, signal),
  })

/** A sermon with what was just changed of it; `sermon` is null once it is removed, undefined while it comes. */
export const useSermon = (user: User, id: string) => {
  const { data: served, error, refetch } = useQuery(sermonQuery(user.id, id))
  const writes = usePendingWrites(sermonWrites, user.id)
  const sermon = useMemo((): SermonItem | null | undefined => {
    const own = writes.filter(({ itemId }) => itemId === id)
    const [shown] = shownItems<SermonItem>(served ? [served.value] : [], served?.at ?? '0', own, () => true)
    return shown ?? (served ? null : undefined)
  }, [served, writes, id])
  return { sermon, error: sermon ? null : error, refetch }
}
