import { z } from 'zod'
import { oddPlace } from './odd-places.ts'

/** GET /api/bible/about: about the text of a version that is here. */
export const aboutQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
})
export const aboutText = z.object({
  code: z.string(),
  name: z.string(),
  /** The name in the version's own language. */
  localName: z.string(),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  licence: z.string(),
  copyright: z.string().nullable(),
  addedAt: z.string(),
  /** What it was read from, such as USFM; null for what comes with Pathlight. */
  format: z.string().nullable(),
  /** `name`: of the file, or the catalogue's name for it. */
  from: z.object({
    kind: z.enum(['built-in', 'file', 'catalogue']),
    name: z.string().nullable(),
    website: z.string().nullable(),
    licenceUrl: z.string().nullable(),
  }),
  counts: z.object({ books: z.int(), chapters: z.int(), verses: z.int() }),
  /** `expected`: the verses that the text's numbering counts there. */
  books: z.array(z.object({ book: z.string(), chapters: z.int(), verses: z.int(), expected: z.int() })),
  /** eng, org, lxx, vul or byz, and the books that follow another one. */
  numbering: z.object({
    scheme: z.string(),
    exceptions: z.array(z.object({ book: z.string(), scheme: z.string() })),
  }),
  /** Verse ids that its numbering counts and the text has not: the first hundred of `leftOutTotal`. */
  leftOut: z.array(z.int()),
  leftOutTotal: z.int(),
  /** What was odd about its source: the first hundred of `oddTotal`. */
  odd: z.array(oddPlace),
  oddTotal: z.int(),
})
export type AboutText = z.infer<typeof aboutText>
