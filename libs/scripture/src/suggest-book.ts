import { BOOKS, type Book, findBook } from './books.ts'
import { chapterCount } from './chapters.ts'
import { bookInAnotherLanguage } from './foreign-names.ts'
import { normalForm } from './normal-form.ts'

/** The letters of a name. Hangul syllables are decomposed, so that 요환 differs from 요한 in one letter. */
const letters = (name: string): string[] => [
  ...normalForm(name, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, ''),
]

/** The edit distance (Damerau-Levenshtein): insertions, deletions, substitutions and swaps of neighbours. */
const distance = (from: readonly string[], to: readonly string[]): number => {
  let beforeLast: number[] = []
  let last = to.map((_, place) => place + 1)
  last.unshift(0)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const at = (line: readonly number[], place: number) => line[place] ?? Number.POSITIVE_INFINITY
      let best = Math.min(
        at(last, column + 1) + 1,
        at(current, column) + 1,
        at(last, column) + (letter === other ? 0 : 1),
      )
      if (letter === to[column - 1] && other === from[row - 1]) best = Math.min(best, at(beforeLast, column - 1) + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? Number.POSITIVE_INFINITY
}

/**
 * Books of one chapter that people confuse with longer books. Jude 6:12 probably means Judges 6:12, and Philemon 4:13
 * Philippians 4:13.
 */
const CONFUSED_WITH: Readonly<Record<string, readonly string[]>> = {
  Jude: ['Judg'],
  Phlm: ['Phil'],
  '2John': ['1John', 'John'],
  '3John': ['1John', 'John'],
}

/** The longer book that a person probably means, if `book` does not have the chapter. Null if none is likely. */
export const suggestLongerBook = (book: Book, chapter: number): Book | null =>
  CONFUSED_WITH[book.osis]?.map(findBook).find((other) => other && chapter <= chapterCount(other)) ?? null

/** The book that a foreign or misspelt name most likely means. Null if no name is similar. */
export const suggestBook = (name: string): Book | null => {
  const foreign = bookInAnotherLanguage(name)
  if (foreign) return foreign
  const wanted = letters(name).slice(0, 40)
  let nearest: Book | null = null
  // At most a third of the letters may differ.
  let least = Math.floor(wanted.length / 3) + 0.5
  for (const book of BOOKS)
    for (const known of [book.name.en, book.name.ko]) {
      const wrong = distance(wanted, letters(known))
      if (wrong < least) {
        nearest = book
        least = wrong
      }
    }
  return nearest
}
