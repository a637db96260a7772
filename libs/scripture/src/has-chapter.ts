import type { Book } from './books.ts'
import { chapterCount } from './chapters.ts'

/**
 * The book that Hebrew Bibles divide into four chapters instead of three: Joel. No other book has more chapters in the
 * Hebrew numbering than in the standard numbering.
 */
const FOUR_IN_HEBREW = 'JOL'

/**
 * Whether the book has this chapter in the standard or the Hebrew numbering. False for the chapters that only Greek and
 * Latin Bibles have (Psalm 151, Daniel 13 and 14, Esther 11 to 16), although verse ids can name them.
 */
export const hasChapter = (book: Book, chapter: number): boolean =>
  Number.isInteger(chapter) && chapter >= 1 && chapter <= chapterCount(book) + (book.usfm === FOUR_IN_HEBREW ? 1 : 0)
