import { z } from 'zod'
import { refusal } from './refusal.ts'
import { wholeNumber } from './whole-number.ts'

/** UTF-16 offsets into a verse's plain text, end exclusive. */
const offset = z.int().min(0)

/** Where a line or paragraph begins inside a verse's text. Poetry lines carry their indent (1 = outermost). */
export const verseBreak = z.object({
  at: offset,
  /** paragraph: a new prose paragraph; line: a poetry line; stanza: a blank line before this poetry line. */
  kind: z.enum(['paragraph', 'line', 'stanza']),
  indent: z.int().min(0).max(4).optional(),
})

/** A run of the text with a meaning of its own. */
export const verseSpan = z.object({
  start: offset,
  end: offset,
  /** jesus: words of Jesus; added: supplied by the translators (italics); name: the divine name (small capitals); selah: set apart at the right. */
  kind: z.enum(['jesus', 'added', 'name', 'selah', 'quote']),
})

export const verseNote = z.object({ at: offset, text: z.string() })

/** Something printed before the verse's first word, in order: section titles, psalm titles, acrostic letters. */
export const verseHeading = z.object({
  kind: z.enum(['section', 'minor', 'psalm', 'acrostic', 'speaker']),
  text: z.string(),
})

/**
 * A verse of a chapter. `text` is the plain text that offsets count in: no headings, no markup. `verse_id` is the
 * specification's: book index * 1,000,000 + chapter * 1000 + verse, in this version's own numbering.
 */
export const verse = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  verse: z.int(),
  verse_id: z.int(),
  text: z.string(),
  /** Last verse this text covers, when the edition joins several (a verse bridge). */
  through: z.int().optional(),
  headings: z.array(verseHeading).optional(),
  breaks: z.array(verseBreak).optional(),
  spans: z.array(verseSpan).optional(),
  notes: z.array(verseNote).optional(),
})
export type Verse = z.infer<typeof verse>

const passageLink = z.object({ book: z.string(), chapter: z.int() })

/** A version as the registry knows it. */
export const version = z.object({
  code: z.string(),
  name: z.string(),
  /** The name in the version's own language, e.g. 개역한글. */
  localName: z.string(),
  /** BCP 47. */
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  licence: z.string(),
  source: z.enum(['built-in', 'imported', 'remote', 'absent']),
  available: z.boolean(),
  /** For a version that is not here: what would bring it, in words for a person. */
  hint: z.string().nullable(),
  /** For a version that is not here and free: the one command that brings it. */
  command: z.string().nullable(),
  /** Books there are (index 1-66), in order; empty when unknown. */
  books: z.array(z.int()),
  /** How it numbers verses, as libs/scripture/versification.ts writes it; the standard way where its text is not here. */
  versification: z.string(),
})
export type Version = z.infer<typeof version>
export const versions = z.object({ versions: z.array(version), default: z.string() })

/** GET /api/bible/chapter: `book` is the English name whatever the version's language. */
export const chapter = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** To be shown with the text where the licence asks for it. */
  copyright: z.string().nullable(),
  verses: z.array(verse),
  previous: passageLink.nullable(),
  next: passageLink.nullable(),
})
export type Chapter = z.infer<typeof chapter>

export const chapterQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
  book: z.string('Which book?').min(1, 'Which book?').max(60, 'There is no such book.'),
  chapter: wholeNumber('A chapter is a whole number.'),
})

/** What was odd about a text that was taken all the same. `verse`, `with` and `after` among the parameters are verse ids. */
export const oddPlace = z.object({
  kind: z.enum([
    'beyond_count',
    'no_such_verse',
    'number_read',
    'verse_twice',
    'same_verse_twice',
    'out_of_order',
    'verse_zero',
    'empty_verse',
    'verse_not_marked',
    'chapter_not_named',
    'chapter_missing',
    'chapter_range_missing',
    'book_ends_early',
    'chapter_ends_early',
    'books_missing',
    'book_passed_over',
    'chapters_passed_over',
    'file_passed_over',
    'introduction_left_out',
    'note_not_closed',
    'remarks_as_notes',
    'quotes_taken_off',
    'blanks_taken_out',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where in the source it stands. */
  file: z.string().nullable(),
  line: z.int().nullable(),
})
export type OddPlace = z.infer<typeof oddPlace>

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

/** Of a cursor that is none of ours. */
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
   * Where nothing was found for words, why. absent: `words` (and phrases) are in no text that was asked; apart: each is, but
   * no verse has all of it as asked; no_words: there is none to look for.
   */
  why: z.object({ reason: z.enum(['absent', 'apart', 'no_words']), words: z.array(z.string()) }).nullable(),
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

/** GET /api/bible/pack: a version that is here as one file (pack-rules.ts), or the list of cross-references. */
export const packQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
  /** The file's ETag without quotes, as HEAD says it: the answer then may be kept for ever. */
  tag: z.string().max(64, 'There is no such file.').optional(),
})

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

/** POST /api/admin/bibles: brings a text of the open catalogue. For administrators. */
export const bringBible = z
  .object({
    /** A code that people know it by, its name in the catalogue, or cross-references. */
    bible: z
      .string('Which Bible?')
      .trim()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, 'There is no such Bible.'),
    /** The code that it gets here. */
    version: z
      .string('A version code has letters, digits and dashes.')
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, 'A version code has letters, digits and dashes.')
      .optional(),
    /** Only where the catalogue has another text by now than when it was added. */
    update: z.boolean('update is true or false.').optional(),
  })
  .meta({ examples: [{ bible: 'KRV' }] })
export const bibleErrand = z.object({
  id: z.string(),
  wanted: z.string(),
  code: z.string().nullable(),
  state: z.enum(['waiting', 'downloading', 'importing', 'done', 'failed']),
  /** Of `of`, where that is known: bytes, or chapters of cross-references. */
  done: z.int(),
  of: z.int().nullable(),
  /** How it went, in words, when it is over. */
  message: z.string().nullable(),
})
export type BibleErrand = z.infer<typeof bibleErrand>
/** A text that is here, as its admins see it. `wanted`: what updates it, its name in the catalogue; null: it did not come from there. */
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
/** GET /api/admin/bibles: the texts that are here; what was asked for since the start, the latest first. */
export const adminBiblesAnswer = z.object({ here: z.array(bibleHere), errands: z.array(bibleErrand) })
export type AdminBiblesAnswer = z.infer<typeof adminBiblesAnswer>

const NO_SEARCH = refusal('bad_catalogue_search', 'A search of the catalogue has 1 to 100 characters.')
const NO_CODE = refusal('bad_version_code', 'A version code has letters, digits and dashes, and at most 20 of them.')
const NO_LANGUAGE = refusal('bad_bible_language', 'A language is a tag such as ko or en-GB.')
const TOO_LONG = refusal('bad_bible_words', 'A name or licence has at most 300 characters.')
const BAD_FILE_NAME = refusal('bad_file_name', 'A file has a name of 1 to 200 characters.')
const BAD_STRICT = refusal('bad_strict', 'strict is true or false.')

/** GET /api/admin/bibles/catalogue: the texts of the open catalogue in which every word of `words` is: the first 50. */
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
      /** The code that it would get here. */
      code: z.string(),
    }),
  ),
})
export type CatalogueAnswer = z.infer<typeof catalogueAnswer>

/** POST /api/admin/bibles/import: the file is the body. As `npm run bible -- import` takes them. */
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
/** GET /api/admin/bibles/{code}/use: whose items stand in it. They stay when it is removed. */
export const bibleUse = z.object({ people: z.int().min(0), items: z.int().min(0) })
export type BibleUse = z.infer<typeof bibleUse>

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

/** GET /api/bible/daily. Without a date: today's, by UTC. */
export const dailyQuery = z.object({
  version: z.string('Which version?').max(20, 'There is no such version.').optional(),
  language: z.enum(['en', 'ko'], 'The language is en or ko.').optional(),
  date: z.iso.date('A date is written 2026-01-31.').optional(),
})
export const dailyVerse = reference.extend({
  date: z.iso.date(),
  /** The reference in words, in the version's language where that is English or Korean. */
  reference: z.string(),
  version: z.string(),
  language: z.string(),
  text: z.string(),
  /** Who chose the reference: ourmanna, or our own list of 366. */
  source: z.enum(['ourmanna', 'list']),
})
export type DailyVerse = z.infer<typeof dailyVerse>

/** GET /api/search?book&chapter&version: the external Bible service's call, answered. A section title stands as <heading> before the text. */
export const externalVerses = z.array(
  verse.pick({ version: true, book: true, chapter: true, verse: true, verse_id: true, text: true }),
)
