import { account } from './accounts/account.ts'
import { admin } from './admins/admin.ts'
import type { AnyAggregate } from './aggregate.ts'
import { bookmark } from './bookmarks/bookmark.ts'
import { highlights } from './highlights/highlights.ts'
import { note } from './notes/note.ts'
import { sermon } from './sermons/sermon.ts'
import { settings } from './settings/settings.ts'
import { standing } from './standing/standing.ts'

/** Everything that has a life in the log. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  admin,
  standing,
  note,
  highlights,
  sermon,
  bookmark,
  settings,
]

/** Which aggregate a stream is one of, whose it is, and which of theirs; null when it is none of ours. */
export const aggregateOf = (
  streamName: string,
): { readonly aggregate: AnyAggregate; readonly userId: string; readonly key: string } | null => {
  for (const aggregate of aggregates) {
    const owned = aggregate.streams.parse(streamName)
    if (owned !== null) return { aggregate, ...owned }
  }
  return null
}
