import { z } from 'zod'
import { version as named, verse } from './bible.ts'
import { reference } from './bible-references.ts'

/**
 * GET /api/bible/compare: a passage in the translations of this server's list. With `from` or `version` the caller need
 * not wait for all of them.
 */
export const compareQuery = z.object({
  reference: z.string('Which verse?'),
  /**
   * library: answers at once, with the library's texts alone. `pending` marks the translations whose text the caller
   * can ask for next.
   */
  from: z.literal('library', 'There is only one such place: library.').optional(),
  /** The code of the only version to compare. */
  version: z.string('Which version?').max(20, 'There is no such version.').optional(),
})
export const comparison = z.object({
  /** The reference in its full English form. */
  reference: z.string(),
  /** The same passage, in the standard numbering. */
  passage: reference,
  results: z.array(
    z.object({
      version: z.string(),
      ...named.pick({ name: true, localName: true, language: true, direction: true }).shape,
      text: z.string().nullable(),
      /**
       * The text verse by verse, in the version's own numbering; null when there is no text, or its numbering is
       * unknown.
       */
      verses: z.array(verse.pick({ chapter: true, verse: true, through: true, text: true })).nullable(),
      /** Why there is no text: NO_VERSE or VERSE_FAILED. */
      message: z.string().nullable(),
      /** How to get the text, or what went wrong, in a sentence. */
      hint: z.string().nullable(),
      /** library: the server's own copy; remote: an online provider; null when there is no text. */
      source: z.enum(['library', 'remote']).nullable(),
      /** The notice that the licence requires with the text; null when it requires none. */
      copyright: z.string().nullable(),
      /**
       * Whether the text must still come from an online service. The caller gets it by /compare/others, or by a call
       * with its `version`.
       */
      pending: z.boolean(),
    }),
  ),
  /** A warning if a translation failed; otherwise null. */
  message: z.string().nullable(),
})
/**
 * GET /api/bible/compare/others: the pending `results`. Each is a line of JSON (application/x-ndjson), which is sent as
 * soon as it is known.
 */
export const compareOthersQuery = compareQuery.pick({ reference: true })
export type Comparison = z.infer<typeof comparison>
