import { z } from 'zod'
import { chapterQuery } from './bible.ts'

/** Strong's numbers are written without leading zeros: H7225, H1254a, G25. */
const strongs = z.string().regex(/^[HG]\d{1,4}[a-z]?$/)

/** Whose work it is, and under which terms: shown where it is. */
const source = z.object({ name: z.string(), licence: z.string() })

/** A word of the original under some letters of a verse. */
export const verseWord = z.object({
  /** UTF-16 offsets into the verse's text, end exclusive. The words of a verse are in order, and none lies over another. */
  start: z.int().min(0),
  end: z.int().min(1),
  /** Of more than one word where the translators made one of several. */
  strongs: z.array(strongs),
  lemma: z.string().optional(),
  /** The parsing as the source writes it: Robinson's codes (V-AAI-3S) or those of the Open Scriptures Hebrew Bible (HVqp3ms). */
  morph: z.string().optional(),
  /** The word itself and its transliteration, from the lexicon, by the first number. */
  original: z.string().optional(),
  transliteration: z.string().optional(),
})
export type VerseWord = z.infer<typeof verseWord>

/** A word of the original of a verse whose text says nothing of it: another text does. */
export const borrowedWord = verseWord.omit({ start: true, end: true }).extend({
  /** Its letters in the other text: the word itself in an original, its translation in any other. */
  text: z.string(),
  /** In English, from the lexicon. */
  gloss: z.string().optional(),
  /** In Korean: what the word means in this verse, or mostly means. Of many Hebrew words, of no Greek one. */
  gloss_ko: z.string().optional(),
})
export type BorrowedWord = z.infer<typeof borrowedWord>

/** GET /api/bible/words */
export const wordsQuery = chapterQuery.extend({
  /** true: a text that has no words of its own answers those that another text has of the same verses. */
  borrow: z.enum(['true', 'false'], 'Borrow is true or false.').optional(),
})
export const chapterWords = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  /** By the number of the verse; one without words is not among them. */
  verses: z.record(z.string(), z.array(verseWord)),
  /** The words of another text, by the verses of this one; only where they were asked for and `verses` has none. */
  borrowed: z
    .object({
      version: z.string(),
      name: z.string(),
      /** grc, hbo or he: it is the original itself, and its words stand in their own order. Else they stand in that of the translation. */
      language: z.string(),
      verses: z.record(z.string(), z.array(borrowedWord)),
    })
    .optional(),
  source,
})
export type ChapterWords = z.infer<typeof chapterWords>

/** GET /api/lexicon/{strongs} */
export const lexiconParams = z.object({ strongs: z.string().max(20, 'There is no such number.') })
export const lexiconEntry = z.object({
  strongs,
  /** ISO 639-3: Greek of the New Testament, Hebrew (and Aramaic) of the Old. */
  language: z.enum(['grc', 'hbo']),
  original: z.string(),
  transliteration: z.string().nullable(),
  pronunciation: z.string().nullable(),
  /** In a few words. */
  gloss: z.string(),
  /** The same in Korean, where somebody has said it: of many Hebrew words. */
  gloss_ko: z.string().nullable(),
  definition: z.string(),
  /** How often it stands in the first text here that has words; null where none has. */
  occurrences: z.int().nullable(),
  source,
})
export type LexiconEntry = z.infer<typeof lexiconEntry>
