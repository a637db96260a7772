import { z } from 'zod'
import { HISTORY_ACTIONS } from './history-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'

/**
 * GET /api/sync: server-sent events about the person's data. The `id:` of each event is its position in the log. The
 * browser sends the last position as Last-Event-ID when it reconnects; a new connection names the position in
 * `?after=`. The stream begins with the changes since that position. If the browser sends no valid position, the stream
 * begins with the changes from now on.
 * The first line is an `id:` without data: the position where the stream begins. A comment follows every 15 seconds, so
 * silence means a lost connection. 401 without a session, 429 too_many_streams.
 */
export const syncQuery = z.object({ after: z.string().max(40).optional() })

/** The longest item in a message, as JSON, in UTF-16 units. */
export const CARRIED_ITEM_MAX = 20_000

/**
 * `event: changed`: an item changed. A read with this position as X-Min-Position answers with the change. `revision`:
 * the number of the change. `item`: the item after this change or a later one, as its own calls answer it, or null if
 * this change removed it.
 * `item` is absent if it is longer than CARRIED_ITEM_MAX, was removed since, belongs to the settings, or cannot be read
 * in time. The client must then ask for the item.
 */
export const changedMessage = z.object({
  position: z.string(),
  kind: z.enum(HISTORY_KINDS),
  id: z.string(),
  action: z.enum(HISTORY_ACTIONS),
  revision: z.int(),
  item: z.record(z.string(), z.unknown()).nullish(),
})
export type ChangedMessage = z.infer<typeof changedMessage>

/**
 * `event: resync`: there were too many changes since the client's position, or the log was set back to before it. Items
 * of these kinds may have changed up to `position`, and the client must ask for all items of these kinds.
 */
export const resyncMessage = z.object({ position: z.string(), kinds: z.array(z.enum(HISTORY_KINDS)) })
export type ResyncMessage = z.infer<typeof resyncMessage>

/**
 * `event: ended`: the session ended, or the account was closed. The stream closes, and a new connection would be
 * answered 401.
 * @public For clients of /api/sync.
 */
export const endedMessage = z.object({ reason: z.enum(['session', 'account_closed']) })
export type EndedMessage = z.infer<typeof endedMessage>

/** The most open streams of one person. With Redis, all processes count together. */
export const STREAMS_OF_A_PERSON_MAX = 20
/** The time between two comments on a stream, in milliseconds. */
export const HEARTBEAT_MS = 15_000
