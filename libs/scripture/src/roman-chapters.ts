import { findBook } from './books.ts'
import { chapterCount } from './chapters.ts'

/** Matches a Roman numeral as a word, and the separator before a verse if there is one: iii. 16, XXIII, iii:16. */
const NUMERAL = /(?<![\p{L}\p{M}\d'’])([ivxlc]{1,8})(?!(?![장편])[\p{L}\p{M}\d'’])((?:\s*[.:,]\s*|\s+)(?=\d))?/giu
/** A well-formed Roman numeral up to 199. No book has more chapters. */
const WELL_FORMED = /^(c?)(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/
const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
/** Words before the numeral that may be a book's name. */
const NAME_BEFORE = /(?:[1-3]\s*)?\p{L}[\p{L}\p{M}'’. ]*$/u
/** How many UTF-16 units before and after a numeral are examined. No name of a book is longer. */
const LONGEST_NAME = 40
/**
 * A word after the numeral that cannot follow a chapter. The numeral is then the pronoun I, or belongs to the next name
 * (I John).
 */
const WORD_BEHIND = /^(?!\s*(?:v|vv|ver|verses?|and|ff?|[장편].*)(?!\p{L}))\s*[1-3]?\s*\p{L}/iu
const IN_A_LIST = /(?:[-,;&]|\band)\s*$/

const numberOf = (numeral: string): number => {
  const figures = Array.from(numeral, (figure) => VALUES[figure] ?? 0)
  return figures.reduce((sum, value, at) => sum + (value < (figures[at + 1] ?? 0) ? -value : value), 0)
}

/**
 * Replaces Roman chapter numbers, as in older books: John iii. 16 becomes John 3:16, and Isa. lii. 13-liii. 12 becomes
 * Isa. 52:13-53:12. A small v before a number means "verse" and stays.
 * @param text is in NFKC, with a hyphen for each dash
 */
export const withPlainChapters = (text: string): string => {
  let inRoman = false
  return text.replace(NUMERAL, (written, numeral: string, gap: string | undefined, at: number) => {
    const figures = numeral.toLowerCase()
    if (!WELL_FORMED.test(figures)) return written
    if (WORD_BEHIND.test(text.slice(at + written.length, at + written.length + LONGEST_NAME))) return written
    const before = text.slice(Math.max(0, at - LONGEST_NAME), at)
    const book = findBook(NAME_BEFORE.exec(before)?.[0] ?? '')
    const continuesList = inRoman && IN_A_LIST.test(before)
    if (book === null && !continuesList) return written
    // A single letter may abbreviate "verse" or "chapter": John v. 16, John c. 3.
    const isSign = numeral.length === 1 && (numeral === 'v' || numberOf(figures) > (book ? chapterCount(book) : 0))
    if (isSign && !continuesList) return written
    inRoman = true
    return `${numberOf(figures)}${gap === undefined ? '' : ':'}`
  })
}
