import { z } from 'zod'
import { HISTORY_ACTIONS } from './history-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'

/**
 * GET /api/sync: server-sent events about what is the person's own. Each has its position in the log for its `id:`, which the
 * browser sends back as Last-Event-ID when it connects again; `?after=` names it where a page connects anew. What changed since is told
 * first, as it would have been told then. Something else than a position starts from now. The first thing that is sent is an `id:` without data: where the stream begins.
 * Every 15 seconds a comment comes, so that silence means a lost connection. 401 without a session, 429 too_many_streams.
 */
export const syncQuery = z.object({ after: z.string().max(40).optional() })

/** Longest item that a message carries, as JSON, in UTF-16 units. */
export const CARRIED_ITEM_MAX = 20_000

/**
 * `event: changed`: an item changed. Sent when a read that names this position as X-Min-Position has it already. `revision`: what
 * the change made of it. `item`: as its own calls show it, as it is at this position or later; null: it was removed. Absent where it is
 * longer than CARRIED_ITEM_MAX, is gone or there again meanwhile, or is of a kind that is read from its stream (settings): ask for it.
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

/** `event: resync`: after a gap with too many changes to tell: up to `position` something changed of these kinds. Ask for all of them again. */
export const resyncMessage = z.object({ position: z.string(), kinds: z.array(z.enum(HISTORY_KINDS)) })
export type ResyncMessage = z.infer<typeof resyncMessage>

/** `event: ended`: the session is over, perhaps with the account. The stream closes, and connecting again would answer 401. @public For clients of these calls. */
export const endedMessage = z.object({ reason: z.enum(['session', 'account_closed']) })
export type EndedMessage = z.infer<typeof endedMessage>

/** Open streams of one person. All processes count together where there is Redis. */
export const STREAMS_OF_A_PERSON_MAX = 20
/** A comment is sent this often, in milliseconds. */
export const HEARTBEAT_MS = 15_000
