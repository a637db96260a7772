import { z } from 'zod'
import { FIND_MAX } from './find-rules.ts'
import { refusal } from './refusal.ts'
import { tagNamed } from './tagged.ts'
import { wholeNumber } from './whole-number.ts'

/** Items in an answer, where the caller does not say, and at most. */
export const LIST_LENGTH = 200
export const LIST_LENGTH_MAX = 500
/**
 * Longest answer of a list, in bytes. A page ends before it, but never before its first item. To make, check and pack one holds the event
 * loop (docs/decisions/0021-turns-are-shared-by-cost.md has figures). Two notes of the greatest length fit in.
 */
export const LIST_BYTES_MAX = 320_000
/** Longest answer with what is on a chapter, in bytes: a reader waits for all of it before it is shown, so nearly always it is one answer. */
export const CHAPTER_BYTES_MAX = 1_000_000

const BAD_LIMIT = refusal('bad_limit', `A page of a list holds 1 to ${LIST_LENGTH_MAX} items.`, {
  max: LIST_LENGTH_MAX,
})
const BAD_CURSOR = refusal('bad_cursor', 'A list goes on where its Link header says.')
const QUERY_TOO_LONG = refusal('query_too_long', `A search holds at most ${FIND_MAX} characters.`, { max: FIND_MAX })

/**
 * What every list of a person's own things takes. The answer is an array, newest first; where there is more, a Link
 * header names the next page (RFC 8288, rel="next"). The Link header names `after`; a client does not make it. With `query`, only items that
 * have all its words: then a page may be short, even empty, and more come after it all the same. With `tag`, only those that have it.
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

/** What the removal of an item answers. */
export const itemRemoved = z.object({ message: z.string() })
