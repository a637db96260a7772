import { type Book, findBook } from './books.ts'

/** The most words that a book's name may have, as in Acts of the Apostles. */
export const MOST_WORDS = 4
/** How many characters before a number are searched for a name. */
export const LONGEST = 60

/**
 * A word that may begin a name. A number begins no name if it ends other numbers (5:1, 1–3), or if it stands between a
 * word and a full stop (Chapter 1. John).
 */
const WORD = /(?:\p{L}|(?<!\d[:.–-]?)(?<!\p{L}\s*(?=\d\.))[1-3])[\p{L}\p{M}\d]*/gu
/** Matches what no name has: a sign other than a full stop or an apostrophe, two full stops, or the end of a line. */
const NOT_IN_NAME = /[^\p{L}\p{M}\d\s.'’]|\.\.|\n/u

/**
 * Like WORD and NOT_IN_NAME. But a number with a full stop may follow a word (see 1. Cor), and a name may have a line
 * end.
 */
const ANY_WORD = /(?:\p{L}|(?<!\d[:.–-]?)[1-3])[\p{L}\p{M}\d]*/gu
const IN_NO_NAME = /[^\p{L}\p{M}\d\s.'’]|\.\.|\n\s*\n/u

const endingIn = (text: string, word: RegExp, not: RegExp): { book: Book; from: number } | null => {
  // The longest name is tried first: "1 John" before "John".
  for (const { index: from } of [...text.matchAll(word)].slice(-MOST_WORDS)) {
    const name = text.slice(from).trimEnd()
    const book = not.test(name) ? null : findBook(name)
    if (book) return { book, from }
  }
  return null
}

/** The book whose name or abbreviation ends the text, and the offset of the name. Null if there is none. */
export const bookAtEnd = (text: string): { book: Book; from: number } | null =>
  endingIn(text, WORD, NOT_IN_NAME) ?? endingIn(text, ANY_WORD, IN_NO_NAME)

/**
 * The offset of the book's name that ends before `place`, the offset of a reference's numbers. Null if there is no
 * name.
 */
export const nameBefore = (text: string, place: number): number | null => {
  const cut = Math.max(0, place - LONGEST)
  const named = bookAtEnd(text.slice(cut, place))
  return named && cut + named.from
}
