import { type Book, bookByIndex } from './books.ts'
import { verseCount } from './chapters.ts'
import { versesElsewhere } from './widest-chapters.ts'

/** A verse, in the numbering of whatever text it is in. */
export type VersePlace = { readonly book: Book; readonly chapter: number; readonly verse: number }

const PER_BOOK = 1_000_000
const PER_CHAPTER = 1000

/**
 * The specification's id of a verse: book index * 1,000,000 + chapter * 1000 + verse. So ids sort in the order of the Bible,
 * and the verse number is the id modulo 1000.
 */
export const verseId = (bookIndex: number, chapter: number, verse: number): number =>
  bookIndex * PER_BOOK + chapter * PER_CHAPTER + verse

/**
 * The verse that an id names; null when there is no such verse in any supported versification. Versifications differ: Hebrew
 * texts give Joel a fourth chapter and Psalm 51 two more verses, so the standard's own counts would refuse verses that a text
 * has.
 */
export const parseVerseId = (id: number): VersePlace | null => {
  if (!Number.isSafeInteger(id)) return null
  const book = bookByIndex(Math.floor(id / PER_BOOK))
  const chapter = Math.floor((id % PER_BOOK) / PER_CHAPTER)
  const verse = id % PER_CHAPTER
  if (!book || verse < 1) return null
  if (verse > verseCount(book, chapter) && verse > versesElsewhere(book, chapter)) return null
  return { book, chapter, verse }
}
