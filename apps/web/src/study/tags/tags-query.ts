import type { User } from '@pathlight/contracts/accounts.ts'
import type { MyTags } from '@pathlight/contracts/tags.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'

/** A person's tags with their numbers of items, without unsent changes. Nothing is fetched for a visitor. */
export const tagsQuery = (user: Pick<User, 'id'> | null) =>
  queryOptions({
    queryKey: [MINE, user?.id ?? '', 'tags'],
    queryFn: user ? ({ signal }: { signal: AbortSignal }) => readSeen<MyTags>(user.id, '/api/tags', signal) : skipToken,
  })
