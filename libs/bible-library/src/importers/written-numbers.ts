import { normalForm } from '@pathlight/scripture/normal-form.ts'

/**
 * Matches a verse number in the spellings of real files: 3, 3a, 3a-b, 3-4, 3,4, some with punctuation around it: 3...
 * [3] 3)
 */
const VERSE_NUMBER =
  /^(?<before>[^\p{L}\p{N}]*)(?<first>\d{1,3})(?<part>[a-z])?(?:(?<joined>[-\u2010-\u2015,;&/+])(?:(?:\d{1,3}[,;&/+])*(?<last>\d{1,3})[a-z]?|[a-z]))?(?<after>[^\p{L}\p{N}]*)$/iu
/** Matches the usual separators between joined verses. Any other separator is recorded as an irregularity. */
const AS_USUAL = /^[-\u2010-\u2015,]?$/
/** Matches a chapter number in the spellings of real files: 3, 03, also with punctuation around it: 3. [3] */
const CHAPTER_NUMBER = /^[^\p{L}\p{N}]*(?<number>\d{1,4})[^\p{L}\p{N}]*$/u
/** Matches spaces and zero-width characters. */
const INVISIBLE = /[\s\u200b-\u200f\u2060\ufeff]/g

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))
/**
 * The value of a digit in any script, counted from the script's zero. In Unicode the ten digits of a script stand in a
 * row.
 */
const digitValue = (digit: string): number => {
  const code = normalForm(digit, 'NFKC').codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value += 1
  return value
}
/** Replaces digits of any script by 0 to 9: ١٢, १२, １２ and ¹² become 12. */
export const withPlainFigures = (written: string): string =>
  written.replace(/(?![0-9])[\p{Nd}¹²³⁰⁴-⁹]/gu, (digit) => String(digitValue(digit)))

/** A number without spaces and invisible characters. `asWritten`: digits of other scripts stay. */
export const plainNumber = (written: string, asWritten: boolean): string =>
  (asWritten ? written : withPlainFigures(written)).replace(INVISIBLE, '')

/** The number of a chapter; NaN for text that is no number. */
export const chapterNumberIn = (plain: string): number =>
  Number(CHAPTER_NUMBER.exec(plain)?.groups?.number ?? Number.NaN)

/** A verse number, or the first and last number of joined verses. `isOdd`: the spelling is unusual. */
export type VerseNumber = {
  readonly first: number
  readonly last: number
  readonly isPart: boolean
  readonly isOdd: boolean
}

/**
 * Reads a verse number; null for text that is no number. `chapter`: the chapter that may come before the number (1:14);
 * null if none may.
 */
export const verseNumberIn = (plain: string, chapter: number | null): VerseNumber | null => {
  const withChapter = /^(\d{1,3})[:.](?=\d)/.exec(plain)
  const isOfChapter = withChapter !== null && Number(withChapter[1]) === chapter
  const number = VERSE_NUMBER.exec(isOfChapter ? plain.slice(withChapter[0].length) : plain)?.groups
  if (!number) return null
  const { before = '', part, joined = '', after = '' } = number
  return {
    first: Number(number.first),
    last: Number(number.last ?? number.first),
    isPart: part !== undefined,
    isOdd: before !== '' || after !== '' || isOfChapter || !AS_USUAL.test(joined),
  }
}
