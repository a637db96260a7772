import { z } from 'zod'
import { refusal } from './refusal.ts'

/** POST /api/admin/bibles: adds a text of the open catalogue. For administrators. */
export const bringBible = z
  .object({
    /** A well-known code of the text, its name in the catalogue, or `cross-references`. */
    bible: z
      .string('Which Bible?')
      .trim()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, 'There is no such Bible.'),
    /** The code that the text gets in this library. */
    version: z
      .string('A version code has letters, digits and dashes.')
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, 'A version code has letters, digits and dashes.')
      .optional(),
    /** Updates an installed text if the catalogue's text has changed since its installation. */
    update: z.boolean('update is true or false.').optional(),
  })
  .meta({ examples: [{ bible: 'KRV' }] })
export const bibleErrand = z.object({
  id: z.string(),
  wanted: z.string(),
  code: z.string().nullable(),
  state: z.enum(['waiting', 'downloading', 'importing', 'done', 'failed']),
  /** Progress in bytes, or in chapters of cross-references. `of`: the total; null where it is unknown. */
  done: z.int(),
  of: z.int().nullable(),
  /** The outcome in words; null while the work lasts. */
  message: z.string().nullable(),
})
export type BibleErrand = z.infer<typeof bibleErrand>
/**
 * An installed text. `wanted`: the text's name in the catalogue, which an update needs. Null if the text is not from
 * the catalogue.
 */
export const bibleHere = z.object({
  code: z.string(),
  name: z.string(),
  localName: z.string(),
  language: z.string(),
  licence: z.string(),
  from: z.enum(['built-in', 'file', 'catalogue']),
  wanted: z.string().nullable(),
  verses: z.int(),
  oddTotal: z.int(),
})
export type BibleHere = z.infer<typeof bibleHere>
/**
 * GET /api/admin/bibles. `here`: the installed texts. `errands`: the tasks of adding texts, the latest first. A
 * finished task leaves the list after some later ones, or when the process ends.
 */
export const adminBiblesAnswer = z.object({ here: z.array(bibleHere), errands: z.array(bibleErrand) })
export type AdminBiblesAnswer = z.infer<typeof adminBiblesAnswer>

const NO_SEARCH = refusal('bad_catalogue_search', 'A search of the catalogue has 1 to 100 characters.')
const NO_CODE = refusal('bad_version_code', 'A version code has letters, digits and dashes, and at most 20 of them.')
const NO_LANGUAGE = refusal('bad_bible_language', 'A language is a tag such as ko or en-GB.')
const TOO_LONG = refusal('bad_bible_words', 'A name or licence has at most 300 characters.')
const BAD_FILE_NAME = refusal('bad_file_name', 'A file has a name of 1 to 200 characters.')
const BAD_STRICT = refusal('bad_strict', 'strict is true or false.')

/** GET /api/admin/bibles/catalogue: the first 50 texts of the open catalogue that have every word of `words`. */
export const catalogueQuery = z.strictObject({
  words: z.string(NO_SEARCH).trim().min(1, NO_SEARCH).max(100, NO_SEARCH),
})
export const catalogueAnswer = z.object({
  total: z.int(),
  texts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      englishName: z.string().nullable(),
      language: z.string(),
      languageName: z.string().nullable(),
      licence: z.string(),
      verses: z.int().nullable(),
      /** The code that the text would get in this library. */
      code: z.string(),
    }),
  ),
})
export type CatalogueAnswer = z.infer<typeof catalogueAnswer>

/** POST /api/admin/bibles/import: the body is the file, in a format that `npm run bible -- import` reads. */
export const importBibleQuery = z.strictObject({
  file: z.string(BAD_FILE_NAME).min(1, BAD_FILE_NAME).max(200, BAD_FILE_NAME),
  version: z.string(NO_CODE).regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, NO_CODE),
  language: z
    .string(NO_LANGUAGE)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, NO_LANGUAGE)
    .optional(),
  name: z.string(TOO_LONG).trim().max(300, TOO_LONG).optional(),
  licence: z.string(TOO_LONG).trim().max(300, TOO_LONG).optional(),
  strict: z.enum(['true', 'false'], BAD_STRICT).optional(),
})
export const bibleCode = z.object({ code: z.string(NO_CODE).regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, NO_CODE) })
/**
 * GET /api/admin/bibles/{code}/use: how many people have items on a text, and how many items. The items stay when the
 * text is removed.
 */
export const bibleUse = z.object({ people: z.int().min(0), items: z.int().min(0) })
export type BibleUse = z.infer<typeof bibleUse>
