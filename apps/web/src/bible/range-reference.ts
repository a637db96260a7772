import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { nameOfBook, verseReference } from './passage-names.ts'

/** What a verse id says of its place in its book (specification section 3). */
const inBook = (verseId: number) => ({ chapter: Math.floor(verseId / 1000) % 1000, verse: verseId % 1000 })

/** A range of verses by name: John 3:16, John 3:16-18, 요한복음 3:16-4:2. `first` and `last`: ids of its verses. */
export const rangeReference = (book: string, first: number, last: number, language: BookLanguage): string => {
  const { chapter, verse } = inBook(first)
  const end = inBook(last)
  if (chapter === end.chapter) return verseReference({ book, chapter, verse, through: end.verse }, language)
  return `${nameOfBook(book, language)} ${chapter}:${verse}-${end.chapter}:${end.verse}`
}
