import { z } from 'zod'
import { chapterQuery } from './bible.ts'

/** Strong's numbers are written without leading zeros: H7225, H1254a, G25. */
const strongs = z.string().regex(/^[HG]\d{1,4}[a-z]?$/)

/** The source of the words and its licence, which the app shows with them. */
const source = z.object({ name: z.string(), licence: z.string() })

/** A word of the original language, with its place in a verse: the letters that translate it, or the word itself. */
export const verseWord = z.object({
  /** UTF-16 offsets into the verse's text, end exclusive. The words of a verse ascend and do not overlap. */
  start: z.int().min(0),
  end: z.int().min(1),
  /** Several numbers, if the translators joined several words. */
  strongs: z.array(strongs),
  lemma: z.string().optional(),
  /**
   * The morphological code as its source writes it: Robinson's codes (V-AAI-3S), MorphGNT's (V- 3AAI-S--) or those of
   * the Open Scriptures Hebrew Bible (HVqp3ms).
   */
  morph: z.string().optional(),
  /** The word itself and its transliteration, from the lexicon entry of the first number. */
  original: z.string().optional(),
  transliteration: z.string().optional(),
})
export type VerseWord = z.infer<typeof verseWord>

/** A word of the original language for a verse whose own text lacks such words. The word comes from another text. */
export const borrowedWord = verseWord.omit({ start: true, end: true }).extend({
  /** The word's letters in the text from which it comes: the original word, or its translation. */
  text: z.string(),
  /** The English translation, from the lexicon. */
  gloss: z.string().optional(),
  /**
   * The meaning in Korean: in this verse, or the usual one. Many Hebrew words have a Korean gloss. No Greek word has
   * one.
   */
  gloss_ko: z.string().optional(),
})
export type BorrowedWord = z.infer<typeof borrowedWord>

/** GET /api/bible/words */
export const wordsQuery = chapterQuery.extend({
  /** If true, and the text has no words for the chapter, the answer has those of another text for the same verses. */
  borrow: z.enum(['true', 'false'], 'Borrow is true or false.').optional(),
})
export const chapterWords = z.object({
  version: z.string(),
  book: z.string(),
  chapter: z.int(),
  /** The words by verse number. Verses without words are absent. */
  verses: z.record(z.string(), z.array(verseWord)),
  /**
   * Words of another text, by the verse numbers of this version. Present only if `borrow` is true and `verses` is
   * empty.
   */
  borrowed: z
    .object({
      version: z.string(),
      name: z.string(),
      /**
       * If it is grc, hbo or he, the text is an original, and the words are in its order. Otherwise the words are in
       * the order of the translation.
       */
      language: z.string(),
      verses: z.record(z.string(), z.array(borrowedWord)),
    })
    .optional(),
  source,
  /** The Greek or Hebrew text with the morphological codes (`morph`), if `source` lacks them. */
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
  /** The language by ISO 639-3: grc for the Greek New Testament, hbo for the Hebrew and Aramaic Old Testament. */
  language: z.enum(['grc', 'hbo']),
  original: z.string(),
  transliteration: z.string().nullable(),
  pronunciation: z.string().nullable(),
  /** A translation in a few words. */
  gloss: z.string(),
  /** The translation in Korean, or null. Many Hebrew words have one. */
  gloss_ko: z.string().nullable(),
  definition: z.string(),
  /**
   * The number of occurrences in the text. All words with the same number count together (H1254a and H1254b). Null if
   * the text has no words.
   */
  occurrences: z.int().nullable(),
  source,
})
export type LexiconEntry = z.infer<typeof lexiconEntry>
