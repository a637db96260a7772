import { z } from 'zod'
import { chapterQuery } from './bible.ts'

/** Strong's numbers are written without leading zeros: H7225, H1254a, G25. */
const strongs = z.string().regex(/^[HG]\d{1,4}[a-z]?$/)

/** The source of the words and its licence, which the app shows with them. */
const source = z.object({ name: z.string(), licence: z.string() })

/** A word of the original beneath letters of a verse. */
export const verseWord = z.object({
  /** UTF-16 offsets into the verse's text, end exclusive. The words of a verse are in order and do not overlap. */
  start: z.int().min(0),
  end: z.int().min(1),
  /** Several numbers where the translators joined several words. */
  strongs: z.array(strongs),
  lemma: z.string().optional(),
  /**
   * The parsing as its source writes it: Robinson's codes (V-AAI-3S), MorphGNT's (V- 3AAI-S--) or those of the Open Scriptures
   * Hebrew Bible (HVqp3ms).
   */
  morph: z.string().optional(),
  /** The word itself and its transliteration, from the lexicon entry of the first number. */
  original: z.string().optional(),
  transliteration: z.string().optional(),
})
export type VerseWord = z.infer<typeof verseWord>

/** A word of the original for a verse whose own text has no words of it. The word comes from another text. */
export const borrowedWord = verseWord.omit({ start: true, end: true }).extend({
  /** Its letters in that text: the word itself in an original, otherwise its translation. */
  text: z.string(),
  /** In English, from the lexicon. */
  gloss: z.string().optional(),
  /** In Korean: the meaning in this verse, or the usual one. Many Hebrew words have it, no Greek one. */
  gloss_ko: z.string().optional(),
})
export type BorrowedWord = z.infer<typeof borrowedWord>

/** GET /api/bible/words */
export const wordsQuery = chapterQuery.extend({
  /** true: for a text without words of its own, answers those of another text for the same verses. */
  borrow: z.enum(['true', 'false'], 'Borrow is true or false.').optional(),
})
export const chapterWords = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  /** By verse number; verses without words are absent. */
  verses: z.record(z.string(), z.array(verseWord)),
  /** Words of another text, by the verses of this one; only if they were asked for and `verses` is empty. */
  borrowed: z
    .object({
      version: z.string(),
      name: z.string(),
      /**
       * grc, hbo or he: the text is the original, and its words are in their own order. Otherwise they are in the order of the
       * translation.
       */
      language: z.string(),
      verses: z.record(z.string(), z.array(borrowedWord)),
    })
    .optional(),
  source,
  /** The Greek or Hebrew text that `morph` comes from, if not from `source`. */
  parsing: source.optional(),
})
export type ChapterWords = z.infer<typeof chapterWords>

/** GET /api/lexicon/{strongs} */
export const lexiconParams = z.object({ strongs: z.string().max(20, 'There is no such number.') })
export const lexiconQuery = z.object({
  /** The text in which the word's occurrences are counted. Without it, the first installed text that has words. */
  version: chapterQuery.shape.version.optional(),
})
export const lexiconEntry = z.object({
  strongs,
  /** ISO 639-3: Greek of the New Testament, Hebrew (and Aramaic) of the Old. */
  language: z.enum(['grc', 'hbo']),
  original: z.string(),
  transliteration: z.string().nullable(),
  pronunciation: z.string().nullable(),
  /** In a few words. */
  gloss: z.string(),
  /** In Korean; many Hebrew words have it. */
  gloss_ko: z.string().nullable(),
  definition: z.string(),
  /** Its number of occurrences in the text, with all words of its number (H1254a and H1254b). Null if the text has no words. */
  occurrences: z.int().nullable(),
  source,
})
export type LexiconEntry = z.infer<typeof lexiconEntry>
