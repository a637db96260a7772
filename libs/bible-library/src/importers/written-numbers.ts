import { normalForm } from '@pathlight/scripture/normal-form.ts'

/** A verse number as files write it: 3, 3a, 3a-b, 3-4, 3,4; with marks of direction between, and some with others around: 3... [3] 3) */
const VERSE_NUMBER =
  /^(?<before>[^\p{L}\p{N}]*)(?<first>\d{1,3})(?<part>[a-z])?(?:(?<joined>[-\u2010-\u2015,;&/+])(?:(?:\d{1,3}[,;&/+])*(?<last>\d{1,3})[a-z]?|[a-z]))?(?<after>[^\p{L}\p{N}]*)$/iu
/** How the same is written where nothing is odd about it. */
const AS_USUAL = /^[-\u2010-\u2015,]?$/
/** A chapter's number as files write it: 3, 03, with marks around: 3. [3] */
const CHAPTER_NUMBER = /^[^\p{L}\p{N}]*(?<number>\d{1,4})[^\p{L}\p{N}]*$/u
/** Blanks and signs that have no width. */
const NO_SIGN = /[\s\u200b-\u200f\u2060\ufeff]/g

const isFigure = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))
/** What a figure is worth: those of a script stand in a row of ten. */
const worthOf = (figure: string): number => {
  const code = normalForm(figure, 'NFKC').codePointAt(0) ?? 0
  let worth = 0
  while (worth < 9 && isFigure(code - worth - 1)) worth += 1
  return worth
}
/** Figures of any script as 0 to 9: ١٢, १२, １２ and ¹² are 12. */
export const withPlainFigures = (written: string): string =>
  written.replace(/(?![0-9])[\p{Nd}¹²³⁰⁴-⁹]/gu, (figure) => String(worthOf(figure)))

/** A number without blanks and signs; `asWritten`: its figures stay those of the file. */
export const plainNumber = (written: string, asWritten: boolean): string =>
  (asWritten ? written : withPlainFigures(written)).replace(NO_SIGN, '')

/** A chapter's number; NaN where there is none. */
export const chapterNumberIn = (plain: string): number =>
  Number(CHAPTER_NUMBER.exec(plain)?.groups?.number ?? Number.NaN)

/** A verse's number, or those of several that are joined; `isOdd`: it is written as few files write it. */
export type VerseNumber = {
  readonly first: number
  readonly last: number
  readonly isPart: boolean
  readonly isOdd: boolean
}

/** The verses that a number names; null where it is none. `chapter`: 1:14 is read as well in chapter 1; null: it is not. */
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
