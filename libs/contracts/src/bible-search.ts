import { z } from 'zod'
import { reference, referenceProblem } from './bible-references.ts'
import { wholeNumber } from './whole-number.ts'

/** A UTF-16 offset into a verse's plain text. Ends are exclusive. */
const offset = z.int().min(0)

/** One entry of GET /api/bible/search. The specification defines these fields. */
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

/** The message for a cursor that this server did not make. */
export const LOST_PAGE = 'This page of results cannot be found. Search again.'

/**
 * GET /api/bible/find: the search page's call. A verse is one hit, even if several versions match. `after` is `next` of
 * the previous page of the same search.
 */
export const findQuery = z.object({
  /**
   * Words, "quoted phrases" and -excluded words, with operators: love OR charity, faith near/5 works, righteous*,
   * strong:G26, lemma:αγαπη, in:Romans, in:Matt-Acts. A query may also be references; the hits are then their verses.
   */
  query: z.string('What are you looking for?'),
  /** One or more version codes, separated by commas; when absent, all versions in the library. */
  version: z.string('Which version?').max(400, 'There is no such version.').optional(),
  testament: z.enum(['old', 'new'], 'The testament is old or new.').optional(),
  book: z.string('Which book?').max(60, 'There is no such book.').optional(),
  /** relevance: best first; book: in the order of the Bible, in which hits of references always are. */
  order: z.enum(['relevance', 'book'], 'The order is relevance or book.').default('relevance'),
  /** Version codes, separated by commas, whose texts come first in a hit, such as those that the reader has open. */
  prefer: z.string().max(400, 'There is no such version.').optional(),
  after: z.string(LOST_PAGE).max(200, LOST_PAGE).optional(),
  limit: wholeNumber('limit is a number.')
    .refine((limit) => limit >= 1 && limit <= 100, 'limit is 1 to 100.')
    .default(20),
})

/** A hit's text in one version. `verse_id`, `chapter` and `verse` are in the version's own numbering. */
export const foundText = z.object({
  version: z.string(),
  verse_id: z.int(),
  chapter: z.int(),
  verse: z.int(),
  text: z.string(),
  /** The places to mark: UTF-16 offsets into `text`, end exclusive, ascending, without overlaps. */
  marks: z.array(z.tuple([offset, offset])),
})

/** A hit, in the standard numbering. */
export const foundVerse = z.object({
  id: z.int(),
  book: z.string(),
  chapter: z.int(),
  verse: z.int(),
  /** One to four matching texts: those of the preferred versions first, then the best. */
  texts: z.array(foundText),
  /** The codes of matching versions that have no text in `texts`. */
  also: z.array(z.string()),
  /** For each of `also`, the verse's numbers in that version. An older server does not send them. */
  alsoAt: z.array(z.object({ chapter: z.int(), verse: z.int() })).optional(),
})

export const found = z.object({
  /**
   * The passage that the query names. The search page offers to open it. A book's name alone means the book's first
   * chapter.
   */
  reference: reference.nullable(),
  /**
   * How many passages the query names. Their verses are the hits. If it is 0, as for a book's name alone, the hits are
   * verses with the query's words.
   */
  passages: z.int(),
  /** Whether the query names more passages than the server searched. */
  truncated: z.boolean(),
  total: z.int(),
  /**
   * The counts by version, testament and book. `versions`: each version's matching texts within the chosen testament
   * and book. `testaments` and `books`: the hits within the chosen versions. Zero counts are left out.
   */
  versions: z.array(z.object({ version: z.string(), count: z.int() })),
  testaments: z.array(z.object({ testament: z.enum(['old', 'new']), count: z.int() })),
  books: z.array(z.object({ book: z.string(), count: z.int() })),
  hits: z.array(foundVerse),
  next: z.string().nullable(),
  /** Why the passage does not exist, if the query looks like a reference and has no hits. */
  problem: referenceProblem.nullable(),
  /** The mistake in a query that cannot be read, for example an OR without a second word. The query has no hits. */
  malformed: z
    .object({
      code: z.enum([
        'or_needs_two',
        'near_needs_two',
        'near_distance',
        'star_place',
        'unknown_book',
        'range_backwards',
        'only_books',
        'unknown_number',
      ]),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      message: z.string(),
    })
    .nullable(),
  /**
   * Why a search for words has no hits. absent: no searched text has `words` (words or phrases); scattered: the texts
   * have each of them, but no verse has all; no_words: the query has no word; elsewhere: books outside the query's
   * `in:` have them.
   */
  why: z
    .object({ reason: z.enum(['absent', 'scattered', 'no_words', 'elsewhere']), words: z.array(z.string()) })
    .nullable(),
  /** A similar query that has hits, if this query has none. */
  suggestion: z
    .object({
      query: z.string(),
      /** spelling: it corrects misspelt words; keyboard: the person typed on the wrong keyboard, Korean or English. */
      reason: z.enum(['spelling', 'keyboard']),
      total: z.int(),
    })
    .nullable(),
})
export type Found = z.infer<typeof found>
