import { z } from 'zod'
import { wholeNumber } from './whole-number.ts'

/** A UTF-16 offset into a verse's plain text. Ends are exclusive. */
const offset = z.int().min(0)

/** Where a line or paragraph begins inside a verse's text. `indent` is for lines of poetry; 1 is the outermost. */
export const verseBreak = z.object({
  at: offset,
  /** paragraph: a new prose paragraph; line: a poetry line; stanza: a poetry line after a blank line. */
  kind: z.enum(['paragraph', 'line', 'stanza']),
  indent: z.int().min(0).max(4).optional(),
})

/** A part of the text that readers see in another style. */
export const verseSpan = z.object({
  start: offset,
  end: offset,
  /**
   * jesus: words of Jesus; added: supplied by the translators (italics); name: the divine name (small capitals); selah:
   * set apart at the right; quote: quoted from the Old Testament.
   */
  kind: z.enum(['jesus', 'added', 'name', 'selah', 'quote']),
})

export const verseNote = z.object({ at: offset, text: z.string() })

/** A title before the verse's first word: of a section, of a psalm, a speaker's name, an acrostic letter. */
export const verseHeading = z.object({
  kind: z.enum(['section', 'minor', 'psalm', 'acrostic', 'speaker']),
  text: z.string(),
})

/**
 * A verse of a chapter. `text` is plain text without headings and markup. All offsets are into `text`. `verse_id`: book
 * index * 1,000,000 + chapter * 1000 + verse, in this version's own numbering.
 */
export const verse = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  verse: z.int(),
  verse_id: z.int(),
  text: z.string(),
  /** The number of the last verse in `text`, if the edition joins several verses. */
  through: z.int().optional(),
  headings: z.array(verseHeading).optional(),
  breaks: z.array(verseBreak).optional(),
  spans: z.array(verseSpan).optional(),
  notes: z.array(verseNote).optional(),
  /**
   * The letter that marks the verse's cross-references in the text: a to z, in Korean texts ㄱ to ㅎ. The verses of a
   * chapter get the letters in alphabetical order. After the last letter, the first follows. Present only in GET
   * /api/bible/chapter, and only if the verse has cross-references.
   */
  letter: z.string().max(1).optional(),
})
export type Verse = z.infer<typeof verse>

const passageLink = z.object({ book: z.string(), chapter: z.int() })

/** A version that this server knows, whether or not it has the text. */
export const version = z.object({
  code: z.string(),
  name: z.string(),
  /** The name in the version's own language, e.g. 개역한글. */
  localName: z.string(),
  /** The language as a BCP 47 tag. */
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  licence: z.string(),
  source: z.enum(['built-in', 'imported', 'remote', 'absent']),
  available: z.boolean(),
  /** How to get a version that is not available, as a sentence for a person. */
  hint: z.string().nullable(),
  /** The command that adds a free version that is not available. */
  command: z.string().nullable(),
  /** The indexes (1-66) of the version's books, ascending. Empty if unknown. */
  books: z.array(z.int()),
  /**
   * The version's versification (libs/scripture/src/versification.ts). The standard one if the server does not have the
   * text.
   */
  versification: z.string(),
})
export type Version = z.infer<typeof version>
export const versions = z.object({ versions: z.array(version), default: z.string() })

/** GET /api/bible/chapter: `book` is the English name, whatever the version's language. */
export const chapter = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** The notice that the licence requires with the text; null when it requires none. */
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

/**
 * GET /api/bible/pack: a version, its words of the original, or the list of cross-references, as one file
 * (pack-rules.ts).
 */
export const packQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(30, 'There is no such version.'),
  /**
   * The file's ETag without quotes, as HEAD answers it. With `tag` the answer never changes, so a cache may keep the
   * answer for ever.
   */
  tag: z.string().max(64, 'There is no such file.').optional(),
})

/**
 * GET /api/search?book&chapter&version: the verses of a chapter in the form of the specification's Bible service. A
 * section title stands in angle brackets before the text.
 */
export const externalVerses = z.array(
  verse.pick({ version: true, book: true, chapter: true, verse: true, verse_id: true, text: true }),
)
