import { z } from 'zod'
import { FIND_MAX } from './find-rules.ts'
import { refusal, tooLong } from './refusal.ts'
import { tagNamed } from './tagged.ts'
import { wholeNumber } from './whole-number.ts'

/** The default and the greatest number of items on a page of a list. */
export const LIST_LENGTH = 200
export const LIST_LENGTH_MAX = 500
/**
 * The longest answer of a list, in bytes. A page ends before this limit, but has at least one item. The limit is low,
 * because making, checking and compressing a page blocks the event loop
 * (docs/decisions/0021-turns-are-shared-by-cost.md). Two notes of the greatest length fit.
 */
export const LIST_BYTES_MAX = 320_000
/**
 * The longest answer about a chapter, in bytes. A longer answer comes in parts. The limit is high, so that nearly every
 * chapter fits into one part: the reader shows no item before all parts have arrived.
 */
export const CHAPTER_BYTES_MAX = 1_000_000

const BAD_LIMIT = refusal('bad_limit', `A page of a list holds 1 to ${LIST_LENGTH_MAX} items.`, {
  max: LIST_LENGTH_MAX,
})
const BAD_CURSOR = refusal('bad_cursor', 'A list goes on where its Link header says.')
export const QUERY_TOO_LONG = tooLong('query_too_long', 'A search holds', FIND_MAX)

/**
 * The query of every list of a person's items. The answer is an array, newest first. A Link header (RFC 8288,
 * rel="next") names the next page, if there is one. `after` comes from that header; a client does not make it.
 * `query`: only items with all these words; a page may then be short or empty although more follow. `tag`: only items
 * with this tag.
 */
export const listQuery = z.object({
  limit: wholeNumber(BAD_LIMIT)
    .refine((limit) => limit >= 1 && limit <= LIST_LENGTH_MAX, BAD_LIMIT)
    .optional(),
  after: z
    .string(BAD_CURSOR)
    .regex(/^[\w:.+-]{1,100}$/, BAD_CURSOR)
    .optional(),
  query: z.string(QUERY_TOO_LONG).max(FIND_MAX, QUERY_TOO_LONG).optional(),
  tag: tagNamed.optional(),
})
export type ListQuery = z.infer<typeof listQuery>

export const itemRemoved = z.object({ message: z.string() })
