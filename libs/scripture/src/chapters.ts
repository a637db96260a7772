import { BOOKS, type Book } from './books.ts'

/** A chapter of a book. */
export type Passage = { readonly book: Book; readonly chapter: number }

/**
 * The number of chapters of each book, with one line for each testament. The numbers also follow from verse-counts.ts,
 * but then the browser would have to load that larger table.
 */
const CHAPTER_COUNTS: readonly number[] = [
  '50 40 27 36 34 24 21 4 31 24 22 25 29 36 10 13 10 42 150 31 12 8 66 52 5 48 12 14 3 9 1 4 7 3 3 3 2 14 4',
  '28 16 24 21 28 16 16 13 6 6 4 4 5 3 6 4 3 1 13 5 5 3 5 1 1 1 22',
].flatMap((counts) => counts.split(' ').map(Number))

/** The number of chapters of a book, from 1 (Jude) to 150 (Psalms). */
export const chapterCount = (book: Book): number => CHAPTER_COUNTS[book.index - 1] ?? 0

/** The next chapter, perhaps in the next book. Null after the last chapter of Revelation. */
export const nextChapter = ({ book, chapter }: Passage): Passage | null => {
  if (chapter < chapterCount(book)) return { book, chapter: chapter + 1 }
  const next = BOOKS[book.index]
  return next ? { book: next, chapter: 1 } : null
}

/** The previous chapter, perhaps in the previous book. Null before Genesis 1. */
export const previousChapter = ({ book, chapter }: Passage): Passage | null => {
  if (chapter > 1) return { book, chapter: chapter - 1 }
  const previous = BOOKS[book.index - 2]
  return previous ? { book: previous, chapter: chapterCount(previous) } : null
}
