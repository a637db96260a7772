import { z } from 'zod'
import { version } from './bible.ts'
import { oddPlace } from './odd-places.ts'

/** GET /api/bible/about: facts about the text of a version in this server's library. */
export const aboutQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
})
export const aboutText = z.object({
  ...version.pick({ code: true, name: true, localName: true, language: true, direction: true, licence: true }).shape,
  copyright: z.string().nullable(),
  addedAt: z.string(),
  /** The format of the source file, such as USFM; null for a built-in version. */
  format: z.string().nullable(),
  /** `name`: the name of the file, or the text's identifier in the catalogue; null for a built-in version. */
  from: z.object({
    kind: z.enum(['built-in', 'file', 'catalogue']),
    name: z.string().nullable(),
    website: z.string().nullable(),
    licenceUrl: z.string().nullable(),
  }),
  counts: z.object({ books: z.int(), chapters: z.int(), verses: z.int() }),
  /** `expected`: the number of verses that the book has in the text's versification. */
  books: z.array(z.object({ book: z.string(), chapters: z.int(), verses: z.int(), expected: z.int() })),
  /**
   * `scheme`: the versification (eng, org, lxx, vul or byz). `exceptions`: the books that follow another versification.
   */
  numbering: z.object({
    scheme: z.string(),
    exceptions: z.array(z.object({ book: z.string(), scheme: z.string() })),
  }),
  /**
   * Ids of verses that the text omits, although the versification has them and the text has their chapter: the first
   * hundred at most. `leftOutTotal` counts all of them.
   */
  leftOut: z.array(z.int()),
  leftOutTotal: z.int(),
  /** Irregularities of the source: the first hundred at most. `oddTotal` counts all of them. */
  odd: z.array(oddPlace),
  oddTotal: z.int(),
})
export type AboutText = z.infer<typeof aboutText>
