import { z } from 'zod'
import { HISTORY_ACTIONS } from './history-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'

/**
 * GET /api/sync: server-sent events about the person's data. The `id:` of each is its position in the log. The browser sends it
 * back as Last-Event-ID when it reconnects; a new connection of a page names it in `?after=`. The stream first sends the changes
 * since that position, in their usual form. Any other value starts from now. The first line is an `id:` without data: the position
 * where the stream begins. A comment follows every 15 seconds, so that silence means a lost connection. 401 without a session, 429
 * too_many_streams.
 */
export const syncQuery = z.object({ after: z.string().max(40).optional() })

/** The longest item in a message, as JSON, in UTF-16 units. */
export const CARRIED_ITEM_MAX = 20_000

/**
 * `event: changed`: an item changed. It is sent when a read with this position as X-Min-Position already has the change.
 * `revision`: the number of the change. `item`: the item at this position or later, as its own calls answer it, or null if it was
 * removed. `item` is absent if it is longer than CARRIED_ITEM_MAX, was removed or restored since, or is read from its stream
 * (settings). The client must then ask for it.
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
 * `event: resync`: there were too many changes in a gap. Up to `position` something of these kinds changed, and the client must ask
 * for all of them.
 */
export const resyncMessage = z.object({ position: z.string(), kinds: z.array(z.enum(HISTORY_KINDS)) })
export type ResyncMessage = z.infer<typeof resyncMessage>

/** `event: ended`: the session is over, perhaps with the account. The stream closes, and connecting again would answer 401. @public For clients of these calls. */
export const endedMessage = z.object({ reason: z.enum(['session', 'account_closed']) })
export type EndedMessage = z.infer<typeof endedMessage>

/** The most open streams of one person. With Redis, all processes count together. */
export const STREAMS_OF_A_PERSON_MAX = 20
/** A comment is sent this often, in milliseconds. */
export const HEARTBEAT_MS = 15_000
