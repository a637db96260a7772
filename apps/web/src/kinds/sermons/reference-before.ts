import type { Book } from '@pathlight/scripture/books.ts'
import { LONGEST } from '@pathlight/scripture/name-before.ts'
import { referencesInText } from '@pathlight/scripture/references-in-text.ts'

/** A reference that was just typed. `from` and `to` are UTF-16 offsets into the text. */
export type TypedReference = {
  readonly from: number
  readonly to: number
  readonly book: Book
  readonly chapter: number
  readonly verse: number
  readonly endChapter: number
  readonly endVerse: number
}

/**
 * The reference at the end of the text, where one space may follow. Null if the text does not end with a book, chapter
 * and verse.
 */
export const referenceBefore = (text: string): TypedReference | null => {
  const cut = Math.max(0, text.length - LONGEST)
  const end = text.slice(cut)
  const last = referencesInText(end).at(-1)
  if (!last?.named || !/^ ?$/.test(end.slice(last.to))) return null
  const { book, chapter, verse, endChapter, endVerse, from } = last
  if (verse === null || endVerse === null) return null
  return { from: cut + from, to: text.length, book, chapter, verse, endChapter, endVerse }
}
