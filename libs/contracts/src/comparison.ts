import { z } from 'zod'
import { verse } from './bible.ts'
import { reference } from './bible-references.ts'

/** GET /api/bible/compare: a passage in all the translations; `from` and `version` for a caller that does not wait for all. */
export const compareQuery = z.object({
  reference: z.string('Which verse?'),
  /**
   * library: at once what is in the library, of every version there; of the other translations whether it is worth asking
   * for each (`pending`).
   */
  from: z.literal('library', 'There is only one such place: library.').optional(),
  /** One code: that version alone. */
  version: z.string('Which version?').max(20, 'There is no such version.').optional(),
})
export const comparison = z.object({
  /** The reference as it was understood, in English. */
  reference: z.string(),
  /** The same, in the standard numbering. */
  passage: reference,
  results: z.array(
    z.object({
      version: z.string(),
      name: z.string(),
      /** Its name in its own language. */
      localName: z.string(),
      /** BCP 47. */
      language: z.string(),
      direction: z.enum(['ltr', 'rtl']),
      text: z.string().nullable(),
      /** The same verse by verse, in the version's own numbering, where that is known. */
      verses: z.array(verse.pick({ chapter: true, verse: true, through: true, text: true })).nullable(),
      /** Why there is no text: NO_VERSE or VERSE_FAILED. */
      message: z.string().nullable(),
      /** What would bring it, or what went wrong, in a sentence. */
      hint: z.string().nullable(),
      /** library: a text that is here; remote: a provider's; null when there is no text. */
      source: z.enum(['library', 'remote']).nullable(),
      /** To be shown with the text where its licence asks for it. */
      copyright: z.string().nullable(),
      /** It has not been asked for: its text comes with the others, or by a call with its `version`. */
      pending: z.boolean(),
    }),
  ),
  /** What went wrong with some of the translations, while the others are shown. */
  message: z.string().nullable(),
})
/** GET /api/bible/compare/others: the `results` that are pending, each a line of JSON (application/x-ndjson) as it comes. */
export const compareOthersQuery = compareQuery.pick({ reference: true })
export type Comparison = z.infer<typeof comparison>
