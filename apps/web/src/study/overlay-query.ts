import type { User } from '@pathlight/contracts/accounts.ts'
import type { Overlay } from '@pathlight/contracts/notes.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import type { Place } from '../bible/place.ts'

/** The version stands last: a change on a chapter reaches what each version shows of it, by the key's beginning. */
export const overlayKey = (userId: string, { version, book, chapter }: Place) =>
  [MINE, userId, 'overlay', book, chapter, version] as const

/** Everything the person has on a chapter; nothing is asked for somebody who is not signed in. */
export const overlayQuery = (user: User | null, { version, book, chapter }: Place) =>
  queryOptions({
    queryKey: overlayKey(user?.id ?? '', { version, book, chapter }),
    queryFn: user
      ? ({ signal }: { signal: AbortSignal }) =>
          read<Overlay>(`/api/overlay?${new URLSearchParams({ version, book, chapter: String(chapter) })}`, signal)
      : skipToken,
  })
