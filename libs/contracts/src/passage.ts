import { z } from 'zod'
import { listQuery } from './lists.ts'
import { refusal } from './refusal.ts'
import { wholeNumber } from './whole-number.ts'

const NO_BOOK = refusal('unknown_book', 'There is no such book.')
export const NO_VERSION = refusal('unknown_version', 'Unknown version.')

/** A book's name or abbreviation, in English or Korean. */
export const bookName = z.string('Which book?').min(1, 'Which book?').max(60, NO_BOOK)
/** A version's code, in any case of letters. */
export const versionCode = z.string(NO_VERSION).regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/, NO_VERSION)

const NO_VERSE = refusal('unknown_verse', 'There is no such verse.')
/** An optional verse id; absent and null mean the same. */
export const verseIfAny = z
  .int(NO_VERSE)
  .nullish()
  .transform((id) => id ?? null)

/**
 * If a chapter has more items than one answer holds, a Link header names the next page, as for lists. `after` comes
 * from that header.
 */
export const chapterListQuery = z.object({
  book: bookName,
  chapter: wholeNumber('A chapter is a whole number.'),
  after: listQuery.shape.after,
})
