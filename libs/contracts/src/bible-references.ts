import { z } from 'zod'
import { chapterQuery } from './bible.ts'
import { wholeNumber } from './whole-number.ts'

/**
 * A passage within one book. `book` is the English name; `verse` and `endVerse` are null for whole chapters. A single
 * verse or chapter ends where it begins.
 */
export const reference = z.object({
  book: z.string(),
  chapter: z.int(),
  verse: z.int().nullable(),
  endChapter: z.int(),
  endVerse: z.int().nullable(),
})
/** Why a text is no reference. `params`: the values in `message`. Names of books are in English. */
export const referenceProblem = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The reason as an English sentence. */
  message: z.string(),
})
/** GET /api/bible/reference: the passages in a text, in the text's order. Overlapping passages are merged. */
export const references = z.object({
  references: z.array(reference),
  /** Whether the text names more passages than `references` holds. */
  truncated: z.boolean(),
})
export const referenceQuery = z.object({ text: z.string('Which reference?') })

/**
 * GET /api/bible/cross-references. Verses of the query and the answer are in the numbering of `version`. Without
 * `version`, or if the library lacks it, they are in the standard numbering.
 */
export const crossReferencesQuery = chapterQuery.extend({
  version: z.string('Which version?').max(20, 'There is no such version.').optional(),
  verse: wholeNumber('A verse is a whole number.').refine(
    (verse) => verse >= 0 && verse <= 999,
    'There is no such verse.',
  ),
  limit: wholeNumber('limit is a number.')
    .refine((limit) => limit >= 1 && limit <= 100, 'limit is 1 to 100.')
    .default(20),
})
export const crossReferences = z.object({
  /** Whether this server has the list of cross-references. If not, `hint` tells a person how to get it. */
  available: z.boolean(),
  hint: z.string().nullable(),
  /** The makers of the list. The licence requires that they are named with the references. */
  credit: z.object({ text: z.string(), licence: z.string(), url: z.string() }).nullable(),
  /** How many cross-references the verse has; `references` holds at most `limit` of them. */
  total: z.int(),
  /** The cross-references, best first. */
  references: z.array(
    reference.extend({
      /** The passage's text in the version; null where the library has no such text. */
      text: z.string().nullable(),
      /** Whether `text` is only the beginning of the passage. */
      truncated: z.boolean(),
    }),
  ),
})
export type CrossReferences = z.infer<typeof crossReferences>
