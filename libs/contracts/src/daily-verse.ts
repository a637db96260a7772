import { z } from 'zod'
import { reference } from './bible-references.ts'

/** GET /api/bible/daily. Without `date`: the verse of today in UTC. */
export const dailyQuery = z.object({
  version: z.string('Which version?').max(20, 'There is no such version.').optional(),
  language: z.enum(['en', 'ko'], 'The language is en or ko.').optional(),
  date: z.iso.date('A date is written 2026-01-31.').optional(),
})
/**
 * The verse of a day. All its chapters and verses, including those in `reference`, are in the numbering of `version`.
 */
export const dailyVerse = reference.extend({
  date: z.iso.date(),
  /** The reference in words: in Korean if the version is Korean, otherwise in English. */
  reference: z.string(),
  version: z.string(),
  language: z.string(),
  text: z.string(),
  /** Who chose the reference. ourmanna: the web service ourmanna.com; list: our own list of 366 references. */
  source: z.enum(['ourmanna', 'list']),
})
export type DailyVerse = z.infer<typeof dailyVerse>
