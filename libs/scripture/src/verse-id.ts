import { type Book, bookByIndex } from './books.ts'
import { verseCount } from './verse-counts.ts'
import { versesElsewhere } from './widest-chapters.ts'

/** A verse in the numbering of the Bible text that has it. */
export type VersePlace = { readonly book: Book; readonly chapter: number; readonly verse: number }

const PER_BOOK = 1_000_000
const PER_CHAPTER = 1000

/**
 * The id of a verse, as the product's specification defines it: book index * 1,000,000 + chapter * 1000 + verse. So ids
 * have the order of the Bible, and the verse number is the id modulo 1000.
 */
export const verseId = (bookIndex: number, chapter: number, verse: number): number =>
  bookIndex * PER_BOOK + chapter * PER_CHAPTER + verse

/**
 * How many verses an edition may add to a chapter after the last verse that any versification gives the chapter. For
 * example, 1 Chronicles 21 ends with verse 30 in every versification, but the Chinese Union Version has a verse 31.
 */
const EDITIONS_ADD = 3

/** The most verses that a chapter has in any supported versification. 0 if the book has no such chapter. */
export const mostVerses = (book: Book, chapter: number): number =>
  Math.max(verseCount(book, chapter), versesElsewhere(book, chapter))

/**
 * The verse with this id. Null if the id has no existing book or chapter, or if its verse number is 0 or more than
 * EDITIONS_ADD above the last verse that any supported versification gives the chapter. The counts of the standard
 * numbering alone would refuse existing verses: Hebrew texts give Joel a fourth chapter and Psalm 51 two more verses.
 */
export const parseVerseId = (id: number): VersePlace | null => {
  if (!Number.isSafeInteger(id)) return null
  const book = bookByIndex(Math.floor(id / PER_BOOK))
  const chapter = Math.floor((id % PER_BOOK) / PER_CHAPTER)
  const verse = id % PER_CHAPTER
  if (!book || verse < 1) return null
  const most = mostVerses(book, chapter)
  if (most === 0 || verse > most + EDITIONS_ADD) return null
  return { book, chapter, verse }
}
