import { type Book, findBook } from './books.ts'

/** The most words in a book's name. Song of Solomon has three. */
export const MOST_WORDS = 3
/** How many characters before a number are searched for a name. */
export const LONGEST = 60

/** The book whose name or abbreviation ends the text, and the offset of the name. */
export const bookAtEnd = (text: string): { book: Book; from: number } | null => {
  const words = [...text.matchAll(/[\p{L}\p{M}\d.]+/gu)].slice(-MOST_WORDS)
  if (text.slice((words.at(-1)?.index ?? 0) + (words.at(-1)?.[0].length ?? 0)).trim() !== '') return null
  // The longest name is tried first: "1 John" before "John".
  for (const { index: from } of words) {
    const book = findBook(text.slice(from).trim())
    if (book) return { book, from }
  }
  return null
}

/**
 * The offset of the book's name that ends before `place`, the offset of a reference's numbers. Null if there is no
 * name.
 */
export const nameBefore = (text: string, place: number): number | null => {
  const cut = Math.max(0, place - LONGEST)
  const named = bookAtEnd(text.slice(cut, place))
  return named && cut + named.from
}
