import { z } from 'zod'
import { FIND_MAX } from './find-rules.ts'
import { HISTORY_ACTIONS, REMOVED_COUNT_MAX } from './history-rules.ts'
import { HISTORY_KINDS, type HistoryKind } from './kind-rules.ts'
import type { itemsOnWire } from './kind-shapes.ts'
import { bookName } from './passage.ts'
import { refusal } from './refusal.ts'
import { wholeNumber } from './whole-number.ts'

/** Revisions in a page of an item's history, and changes in a page of all that a person changed: where the caller does not say, and at most. */
export const HISTORY_LENGTH = 50
export const HISTORY_LENGTH_MAX = 200

const NO_HISTORY = refusal('history_not_found', 'There is no such history.')
const BAD_CURSOR = refusal('bad_cursor', 'A history goes on where its `next` says.')
const BAD_LIMIT = refusal('bad_limit', `A page of a history holds 1 to ${HISTORY_LENGTH_MAX} entries.`, {
  max: HISTORY_LENGTH_MAX,
})
const NO_REVISION = refusal('bad_revision', 'A revision is a whole number from 1.')
const QUERY_TOO_LONG = refusal('query_too_long', `A search holds at most ${FIND_MAX} characters.`, { max: FIND_MAX })

const limit = wholeNumber(BAD_LIMIT)
  .refine((length) => length >= 1 && length <= HISTORY_LENGTH_MAX, BAD_LIMIT)
  .optional()

/** An item as the calls of its kind show it. @public For clients of these calls. */
export type HistoryItems = { readonly [Kind in HistoryKind]: z.infer<(typeof itemsOnWire)[Kind]> }

/** Kind and id of an item. Anything else is not found, as another person's is. */
export const historyParams = z.object({ kind: z.enum(HISTORY_KINDS, NO_HISTORY), id: z.string().max(100, NO_HISTORY) })

/** `id` null: no device made the change. `label`: "Chrome on Windows"; '' where the device is not known any more. `current`: the device that asks. */
export const historyDevice = z.object({ id: z.string().nullable(), label: z.string(), current: z.boolean() })

/**
 * GET /api/history/{kind}/{id}: newest first, a megabyte at most in a page but one revision at least. `before`: the `next` of the
 * page before.
 */
export const itemHistoryQuery = z.object({ before: wholeNumber(BAD_CURSOR).optional(), limit })

/**
 * What an item was right after a change. `item` has the fields of its kind (HistoryItems); of a change that removed it, it is
 * what was removed, so that every revision can be restored. `revision`: what If-Match and restore name; it grows, with gaps.
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
 * POST /api/history/{kind}/{id}/restore: makes the item what it was at this revision, by a new change. It takes If-Match (a
 * removed item's is the revision of its removal) and Idempotency-Key, and answers what editing that kind answers.
 * 404 history_not_found or revision_not_found; 409 already_current: it is like this already, and nothing changed; 409
 * highlight_overlaps or bookmark_exists: its place is taken.
 */
export const restoreBody = z
  .object({ revision: z.int(NO_REVISION).min(1, NO_REVISION) })
  .meta({ examples: [{ revision: 1 }] })

/**
 * GET /api/history: what the person changed, newest first. `before`: the `next` of the page before. `device`: an id as a
 * change names it. `query`: only what has all these words; then a page may be short, even empty, and more come after it.
 * `removed=true`: of each item that is gone now, the change that removed it (Recently removed).
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
/** @public For clients of these calls. */
export type ChangesQuery = z.infer<typeof changesQuery>

/** Where an item stands; in the numbering of `version` ('' in changes from before it was written down). `verse_id` null: on the chapter as a whole. */
export const historyPassage = z.object({
  /** In English. */
  book: z.string(),
  chapter: z.int(),
  version: z.string(),
  verse_id: z.int().nullable(),
  /** The last verse of a range; the same as `verse_id` where it is one. */
  end_verse_id: z.int().nullable(),
})

/** `position`: in the log, a decimal number as text. `passage` null: it stands nowhere (settings). `excerpt`: how its words begin, without line breaks; '' for none. */
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
/** `removed_count`: how many items are gone now, whatever is asked for; REMOVED_COUNT_MAX: as many, or more. null: not counted, on a page after the first. */
export const changes = z.object({
  changes: z.array(change),
  next: z.string().nullable(),
  removed_count: z.int().min(0).max(REMOVED_COUNT_MAX).nullable(),
})
/** @public For clients of these calls. */
export type Changes = z.infer<typeof changes>
