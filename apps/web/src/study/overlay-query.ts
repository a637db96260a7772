import type { User } from '@pathlight/contracts/accounts.ts'
import type { Overlay } from '@pathlight/contracts/notes.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'
import { readServed } from '../api/request.ts'
import type { Place } from '../bible/place.ts'

/** Everything the person has on a chapter, as the server has it; nothing is asked for somebody who is not signed in. */
export const overlayQuery = (user: User | null, { version, book, chapter }: Place) =>
  queryOptions({
    // The version stands last: a change on a chapter reaches what each version shows of it, by the key's beginning.
    queryKey: [MINE, user?.id ?? '', 'overlay', book, chapter, version],
    queryFn: user
      ? ({ signal }: { signal: AbortSignal }) =>
          readServed<Overlay>(
            `/api/overlay?${new URLSearchParams({ version, book, chapter: String(chapter) })}`,
            signal,
          )
      : skipToken,
  })
