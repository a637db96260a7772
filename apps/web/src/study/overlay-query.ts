import type { User } from '@pathlight/contracts/accounts.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'
import { readSeen } from '../api/read-seen.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'

/** Joins two pages of an overlay. An item that is on both pages is taken once. */
const joined = (one: Overlay, other: Overlay): Overlay => {
  const lists = Object.entries(other).filter(([, value]) => Array.isArray(value))
  const merged = lists.map(([name, more]) => {
    const before = one[name as 'notes']
    const ids = new Set(before.map(({ id }) => id))
    return [name, [...before, ...(more as Overlay['notes']).filter(({ id }) => !ids.has(id))]]
  })
  return { ...one, ...Object.fromEntries(merged) }
}

const readOverlay = async (person: string, address: string, signal: AbortSignal) => {
  let served = await readSeen<Overlay>(person, address, signal)
  while (served.next !== null) {
    const more = await readSeen<Overlay>(person, served.next, signal)
    served = { ...served, next: more.next, value: joined(served.value, more.value) }
  }
  return served
}

/** The server's address of a person's items on a chapter. */
export const overlayAddress = ({ version, book, chapter }: ChapterReference): string =>
  `/api/overlay?${new URLSearchParams({ version, book, chapter: String(chapter) })}`

/** The interval between requests while none has succeeded, in milliseconds. */
const ASK_AGAIN_MS = 10_000

/** All of the person's items on a chapter, without unsent changes. Nothing is fetched for a visitor. */
export const overlayQuery = (user: User | null, { version, book, chapter }: ChapterReference) =>
  queryOptions({
    // The version is last, so that a key without it invalidates the chapter in every version.
    queryKey: [MINE, user?.id ?? '', 'overlay', book, chapter, version],
    queryFn: user
      ? ({ signal }: { signal: AbortSignal }) =>
          readOverlay(user.id, overlayAddress({ version, book, chapter }), signal)
      : skipToken,
    refetchInterval: ({ state }) => (state.data === undefined && state.status === 'error' ? ASK_AGAIN_MS : false),
  })
