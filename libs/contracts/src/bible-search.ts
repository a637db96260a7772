import { z } from 'zod'
import { reference, referenceProblem } from './bible-references.ts'
import { wholeNumber } from './whole-number.ts'

/** UTF-16 offsets into a verse's plain text, end exclusive. */
const offset = z.int().min(0)

/** One entry of GET /api/bible/search, as the specification has it. */
export const searchResult = z.object({
  id: z.int(),
  book: z.string(),
  chapter: z.int(),
  verse: z.int(),
  version: z.string(),
  text: z.string(),
})

/** GET /api/bible/search: up to 100 results, best first. */
export const searchQuery = z.object({ query: z.string('What are you looking for?') })
export const searchResults = z.array(searchResult)

/** What a cursor is refused with that this server did not make. */
export const LOST_PAGE = 'This page of results cannot be found. Search again.'

/**
 * GET /api/bible/find: the search page's call. A verse that several versions have is one hit. `after` is the `next` of the
 * page before, of the same search.
 */
export const findQuery = z.object({
  /** Words, "phrases in quotes" and -words to leave out; or references, whose verses are then the hits. */
  query: z.string('What are you looking for?'),
  /** One code or several, separated by commas; all versions that are here when absent. */
  version: z.string('Which version?').max(400, 'There is no such version.').optional(),
  testament: z.enum(['old', 'new'], 'The testament is old or new.').optional(),
  book: z.string('Which book?').max(60, 'There is no such book.').optional(),
  /** relevance: best first; book: in the order of the Bible, as references always are. */
  order: z.enum(['relevance', 'book'], 'The order is relevance or book.').default('relevance'),
  /** Codes, separated by commas, of the versions whose texts are wanted first, such as those that the reader has open. */
  prefer: z.string().max(400, 'There is no such version.').optional(),
  after: z.string(LOST_PAGE).max(200, LOST_PAGE).optional(),
  limit: wholeNumber('limit is a number.')
    .refine((limit) => limit >= 1 && limit <= 100, 'limit is 1 to 100.')
    .default(20),
})

/** A version's text of a verse that was found. `verse_id`, `chapter` and `verse` are in the version's own numbering. */
export const foundText = z.object({
  version: z.string(),
  verse_id: z.int(),
  chapter: z.int(),
  verse: z.int(),
  text: z.string(),
  /** What to mark: UTF-16 offsets into `text`, end exclusive, ascending, without overlaps. */
  marks: z.array(z.tuple([offset, offset])),
})

/** A verse that was found, in the standard numbering. */
export const foundVerse = z.object({
  id: z.int(),
  book: z.string(),
  chapter: z.int(),
  verse: z.int(),
  /** One to four texts in which it was found: those of the preferred versions, then the best. */
  texts: z.array(foundText),
  /** The codes of the other versions in which it was found. */
  also: z.array(z.string()),
})

export const found = z.object({
  /** The passage that the query names, to be opened; its verses are then the hits. Of a book alone its first chapter. */
  reference: reference.nullable(),
  /** How many passages it names, whose verses are then the hits; 0: its words are looked for, as those of a book alone. */
  passages: z.int(),
  /** The query names more passages than were looked for. */
  truncated: z.boolean(),
  /** How many verses there are; one that several versions have counts once. */
  total: z.int(),
  /**
   * What the same search would find with another filter in place of the one that is set: in each version (texts) within
   * the testament and book asked for, in each testament and in each book (verses) of the versions asked for. Those
   * without any are left out.
   */
  versions: z.array(z.object({ version: z.string(), count: z.int() })),
  testaments: z.array(z.object({ testament: z.enum(['old', 'new']), count: z.int() })),
  books: z.array(z.object({ book: z.string(), count: z.int() })),
  hits: z.array(foundVerse),
  next: z.string().nullable(),
  /** Where nothing was found, and it looks like a place: why there is no such place. */
  problem: referenceProblem.nullable(),
  /**
   * Where nothing was found for words, why. absent: `words` (and phrases) are in no text that was asked; scattered: each is, but
   * no verse has all of it as asked; no_words: there is none to look for.
   */
  why: z.object({ reason: z.enum(['absent', 'scattered', 'no_words']), words: z.array(z.string()) }).nullable(),
  /** Where nothing was found: a query that does find something, as likely meant. */
  suggestion: z
    .object({
      query: z.string(),
      /** spelling: words that were misspelt; keyboard: what was typed with the other keyboard, Korean or English. */
      reason: z.enum(['spelling', 'keyboard']),
      total: z.int(),
    })
    .nullable(),
})
export type Found = z.infer<typeof found>
