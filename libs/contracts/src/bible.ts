import { z } from 'zod'
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
  /**
   * By which a reader is led to the verse's cross-references (GET /api/bible/cross-references): a to z, in Korean texts ㄱ
   * to ㅎ, in the order of the chapter, and again from the first one. Only in a chapter; absent where the verse has none.
   */
  letter: z.string().max(1).optional(),
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

/** GET /api/bible/pack: a version that is here as one file (pack-rules.ts), or the list of cross-references. */
export const packQuery = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
  /** The file's ETag without quotes, as HEAD says it: the answer then may be kept for ever. */
  tag: z.string().max(64, 'There is no such file.').optional(),
})

/** GET /api/search?book&chapter&version: the external Bible service's call, answered. A section title stands as <heading> before the text. */
export const externalVerses = z.array(
  verse.pick({ version: true, book: true, chapter: true, verse: true, verse_id: true, text: true }),
)
