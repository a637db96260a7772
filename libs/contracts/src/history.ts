import { z } from 'zod'
import { FIND_MAX } from './find-rules.ts'
import { HISTORY_ACTIONS, REMOVED_COUNT_MAX } from './history-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'
import { QUERY_TOO_LONG } from './lists.ts'
import { bookName } from './passage.ts'
import { refusal } from './refusal.ts'
import { wholeNumber } from './whole-number.ts'

/** The default and the greatest number of entries on a page: revisions of one item, or changes of all items. */
export const HISTORY_LENGTH = 50
export const HISTORY_LENGTH_MAX = 200

const NO_HISTORY = refusal('history_not_found', 'There is no such history.')
const BAD_CURSOR = refusal('bad_cursor', 'A history goes on where its `next` says.')
const BAD_LIMIT = refusal('bad_limit', `A page of a history holds 1 to ${HISTORY_LENGTH_MAX} entries.`, {
  max: HISTORY_LENGTH_MAX,
})
const NO_REVISION = refusal('bad_revision', 'A revision is a whole number from 1.')

const limit = wholeNumber(BAD_LIMIT)
  .refine((length) => length >= 1 && length <= HISTORY_LENGTH_MAX, BAD_LIMIT)
  .optional()

/** The kind and id of an item. An unknown item is answered 404, and so is an item of another person. */
export const historyParams = z.object({ kind: z.enum(HISTORY_KINDS, NO_HISTORY), id: z.string().max(100, NO_HISTORY) })

/**
 * The device that made a change. `id` is null if no device made the change. `label`: a name such as "Chrome on
 * Windows", or '' if the device was removed. `current`: whether this request comes from the device.
 */
export const historyDevice = z.object({ id: z.string().nullable(), label: z.string(), current: z.boolean() })

/**
 * GET /api/history/{kind}/{id}: newest first. A page has at most LIST_BYTES_MAX bytes, but at least one revision.
 * `before`: the `next` of the page before.
 */
export const itemHistoryQuery = z.object({ before: wholeNumber(BAD_CURSOR).optional(), limit })

/**
 * An item right after a change. `item` has the fields of its kind (kind-shapes.ts). A removal has the removed item, so
 * that every revision can be restored. `revision`: the number for If-Match and restore. It grows with each change of
 * the item, and may have gaps.
 */
export const revision = z.object({
  revision: z.int().min(1),
  at: z.iso.datetime(),
  action: z.enum(HISTORY_ACTIONS),
  device: historyDevice,
  item: z.custom<object>((item) => typeof item === 'object' && item !== null),
})
export type Revision = z.infer<typeof revision>
export const itemHistory = z.object({ revisions: z.array(revision), next: z.int().nullable() })
export type ItemHistory = z.infer<typeof itemHistory>

/**
 * POST /api/history/{kind}/{id}/restore: restores the item to this revision, by a new change. The call takes If-Match
 * (for a removed item: the revision of its removal) and Idempotency-Key, and answers like an edit of that kind.
 * 404 history_not_found or revision_not_found. 409 already_current: the item is in this state. 409 highlight_overlaps
 * or bookmark_exists: another item has taken the place of this one.
 */
export const restoreBody = z
  .object({ revision: z.int(NO_REVISION).min(1, NO_REVISION) })
  .meta({ examples: [{ revision: 1 }] })

/**
 * GET /api/history: the person's changes, newest first. `before`: the `next` of the page before. `device`: an id from a
 * change. `query`: only changes with all these words; a page may then be short or empty although more follow.
 * `removed=true`: only the changes that removed items which are still removed (Recently removed).
 */
export const changesQuery = z.object({
  before: z
    .string(BAD_CURSOR)
    .regex(/^\d{1,20}$/, BAD_CURSOR)
    .optional(),
  limit,
  kind: z.enum(HISTORY_KINDS, refusal('unknown_kind', 'There is no such kind of item.')).optional(),
  device: z.string().max(100).optional(),
  book: bookName.optional(),
  query: z.string(QUERY_TOO_LONG).max(FIND_MAX, QUERY_TOO_LONG).optional(),
  removed: z.literal('true').optional(),
})

/**
 * The passage of an item, in the numbering of `version`. `version` is '' in old changes that recorded none. `verse_id`
 * is null for the whole chapter.
 */
export const historyPassage = z.object({
  /** The book's English name. */
  book: z.string(),
  chapter: z.int(),
  version: z.string(),
  verse_id: z.int().nullable(),
  /** The last verse of a range; equal to `verse_id` for one verse. Null for the whole chapter. */
  end_verse_id: z.int().nullable(),
})

/**
 * `position`: the position in the log, a decimal number as text. `passage` is null if the item has none (settings).
 * `excerpt`: the beginning of the item's words, without line breaks; '' if it has no words.
 */
export const change = z.object({
  position: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(HISTORY_KINDS),
  id: z.string(),
  action: z.enum(HISTORY_ACTIONS),
  revision: z.int().min(1),
  device: historyDevice,
  passage: historyPassage.nullable(),
  excerpt: z.string(),
})
export type Change = z.infer<typeof change>
/**
 * `removed_count`: the number of removed items, whatever the query. REMOVED_COUNT_MAX means that many or more. Null on
 * a page after the first, because only the first page counts the removed items.
 */
export const changes = z.object({
  changes: z.array(change),
  next: z.string().nullable(),
  removed_count: z.int().min(0).max(REMOVED_COUNT_MAX).nullable(),
})
/** @public For clients of /api/history. */
export type Changes = z.infer<typeof changes>
