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
/** Why a text is no reference: `params` are what the sentence names, books by their English names. */
export const referenceProblem = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** In English. */
  message: z.string(),
})
/** GET /api/bible/reference: the passages of a text, in its order; those that overlap are one. */
export const references = z.object({
  references: z.array(reference),
  /** The text names more passages than are given. */
  truncated: z.boolean(),
})
export const referenceQuery = z.object({ text: z.string('Which reference?') })

/**
 * GET /api/bible/cross-references: what else the Bible says on a verse. The verse asked for, and the passages answered, are
 * in the numbering of the version; of the standard where none is named or it is not here.
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
  /** Whether the list of cross-references is here; when not, `hint` says what brings it, in words for a person. */
  available: z.boolean(),
  hint: z.string().nullable(),
  /** Always to be shown with the references. */
  credit: z.object({ text: z.string(), licence: z.string(), url: z.string() }).nullable(),
  /** How many the verse has; `references` are the best of them. */
  total: z.int(),
  /** Best first. */
  references: z.array(
    reference.extend({
      /** The text in the version; null where the version, or the version's text of it, is not here. */
      text: z.string().nullable(),
      /** The passage has more verses than `text`. */
      truncated: z.boolean(),
    }),
  ),
})
export type CrossReferences = z.infer<typeof crossReferences>
