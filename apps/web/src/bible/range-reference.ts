import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { nameOfBook, verseReference } from './passage-names.ts'

/** The chapter and verse in a verse id (specification section 3). */
const inBook = (verseId: number) => ({ chapter: Math.floor(verseId / 1000) % 1000, verse: verseId % 1000 })

/** The reference of a range: John 3:16, John 3:16-18, 요한복음 3:16-4:2. `first` and `last` are verse ids. */
export const rangeReference = (book: string, first: number, last: number, language: BookLanguage): string => {
  const { chapter, verse } = inBook(first)
  const end = inBook(last)
  if (chapter === end.chapter) return verseReference({ book, chapter, verse, through: end.verse }, language)
  return `${nameOfBook(book, language)} ${chapter}:${verse}-${end.chapter}:${end.verse}`
}
