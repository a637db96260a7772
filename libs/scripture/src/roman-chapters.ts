import { findBook } from './books.ts'
import { chapterCount } from './chapters.ts'

/** A number in Roman figures by itself, with what parts it from a verse: iii. 16, XXIII, iii:16. */
const NUMERAL = /(?<![\p{L}\p{M}\d'’])([ivxlc]{1,8})(?!(?![장편])[\p{L}\p{M}\d'’])((?:\s*[.:,]\s*|\s+)(?=\d))?/giu
/** As Roman figures are written, up to 199: more than any book has chapters. */
const WELL_FORMED = /^(c?)(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/
const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
/** The words before, up to where a name may begin. */
const NAME_BEFORE = /(?:[1-3]\s*)?\p{L}[\p{L}\p{M}'’. ]*$/u
/** Longer than any name of a book, in UTF-16 units. */
const LONGEST_NAME = 40
/** Words that may follow a chapter; before any other the numeral is a person's I, or belongs to the next name (I John). */
const WORD_BEHIND = /^(?!\s*(?:v|vv|ver|verses?|and|ff?|[장편].*)(?!\p{L}))\s*[1-3]?\s*\p{L}/iu
const IN_A_LIST = /(?:[-,;&]|\band)\s*$/

const numberOf = (numeral: string): number => {
  const figures = Array.from(numeral, (figure) => VALUES[figure] ?? 0)
  return figures.reduce((sum, value, at) => sum + (value < (figures[at + 1] ?? 0) ? -value : value), 0)
}

/**
 * Chapters in Roman figures, as older books print them, in ours: John iii. 16 becomes John 3:16, Isa. lii. 13-liii. 12 likewise.
 * A small v before a number stays the sign of a verse.
 * @param text in NFKC, its dashes hyphens
 */
export const withPlainChapters = (text: string): string => {
  let inRoman = false
  return text.replace(NUMERAL, (written, numeral: string, gap: string | undefined, at: number) => {
    const figures = numeral.toLowerCase()
    if (!WELL_FORMED.test(figures)) return written
    if (WORD_BEHIND.test(text.slice(at + written.length, at + written.length + LONGEST_NAME))) return written
    const before = text.slice(Math.max(0, at - LONGEST_NAME), at)
    const book = findBook(NAME_BEFORE.exec(before)?.[0] ?? '')
    const goesOn = inRoman && IN_A_LIST.test(before)
    if (book === null && !goesOn) return written
    // The signs of a verse and of a chapter: John v. 16, John c. 3.
    const isSign = numeral.length === 1 && (numeral === 'v' || numberOf(figures) > (book ? chapterCount(book) : 0))
    if (isSign && !goesOn) return written
    inRoman = true
    return `${numberOf(figures)}${gap === undefined ? '' : ':'}`
  })
}
