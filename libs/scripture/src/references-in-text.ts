import type { Book } from './books.ts'
import { chapterCount } from './chapters.ts'
import { hasChapter } from './has-chapter.ts'
import { bookAtEnd, LONGEST } from './name-before.ts'
import { mostVerses } from './verse-id.ts'

/**
 * A passage in a text, in the numbering of the text's writer. `from` and `to`: UTF-16 offsets in the text. `verse` and
 * `endVerse` are both null for whole chapters.
 */
export type ReferenceInText = {
  readonly from: number
  readonly to: number
  readonly book: Book
  readonly chapter: number
  readonly verse: number | null
  readonly endChapter: number
  readonly endVerse: number | null
  /**
   * Whether the words between `from` and `to` have the book's name. If not, an earlier reference has the name: in
   * `Rom 8:28, 31`, the reference 31 has no name of its own.
   */
  readonly named: boolean
}

/** The most references in one text, and the most numbers after a word that are examined. */
const MOST = 1_000
const MOST_LOOKS = 3_000

/** What follows a decimal: 3.5%, 3.5kg, 3.5 km, 4.5 million. */
const AFTER_DECIMAL = String.raw`\p{Script=Latin}|\s?%|\s(?:[kcm]?m|[km]?g|million|billion|thousand|percent)(?!\p{L})`
/**
 * The sign between a chapter and its verse: 3:16, 3장 16절, 3.16. A full stop is no such sign in a number after a comma
 * or semicolon (`; 4.5`), in a number before a unit (4.5 km), and at the beginning of a line, where 3.1 may be the
 * number of a heading.
 */
const SIGN = String.raw`(?:\s?[:장편]\s?|(?<!(?:[,;]\s?|\n)\d{1,3})\.(?!\d{1,3}(?:${AFTER_DECIMAL})))`
/**
 * The signs between the two numbers of a range: 16-18, 16절부터 18절까지, 16부터 18까지, 16절에서 18절까지. 에서 begins a range only
 * if 까지 follows. Alone, 에서 means "in" or "from" a place. `counter`: 장, 편 or 절, as a regular expression.
 */
const to = (counter: string): string => {
  const next = String.raw`(?:\d{1,3}${SIGN})?\d{1,3}\s?`
  return String.raw`\s?(?:[-–~]|부터(?=\s?${next}(?:${counter}|까지))|에서(?=\s?${next}${counter}?\s?까지))\s?`
}
/** A passage of verses: 3:16, 3장 16절, 3.16, 8:28-30, 3:16-4:2, 3장 16절부터 18절까지. */
const VERSES = String.raw`((\d{1,3})${SIGN}(\d{1,3})절?)(?:${to('절')}(?:(\d{1,3})${SIGN})?(\d{1,3})절?(?:\s?까지)?)?(?!:?\d)`
/** Chapters (3, 3-5, 3장, 1-3장, 23편, 3장부터 5장까지), or verses of a book with one chapter (5절, 5-7절). */
const ALONE = String.raw`((\d{1,3})(?:\s?([장편절]))?)(?:${to('[장편절]')}(\d{1,3})(?:\s?([장편절]))?(?:\s?까지)?)?(?!\s?:\s?\d|\.?\d|[장편절])`
/** Numbers after a letter, or after the full stop of an abbreviation. */
const NUMBERS = new RegExp(String.raw`(?<=[\p{L}\p{M}.]\s?)(?:${VERSES}|${ALONE})`, 'gu')
/** The word for verses after the name of a book with one chapter: Jude v. 5, Jude verses 5-7. */
const VERSE_WORD = /(?<=\s)(?:vv?\.?|verses?)\s?$/
/** A further passage in the same book: `; 4:2`, `16절과 4장 2절`. */
const MORE_PLACES = new RegExp(String.raw`(?:\s?[;,]\s?|(?<=절)[과와]\s?)${VERSES}`, 'uy')
/**
 * Further verses in the same chapter: `, 18`, `·18`, `16절과 18절`. If a word or % follows a number without 절, the number
 * counts something else.
 */
const MORE_VERSES = new RegExp(
  String.raw`(?:\s?[,·ㆍ]\s?|(?<=절)[과와]\s?)((\d{1,3})절?)(?:${to('절')}(\d{1,3})절?(?:\s?까지)?)?(?![:.]?\d)(?:(?<=절|까지)|(?!\s?[\p{L}%]))`,
  'uy',
)

type Passage = Pick<ReferenceInText, 'chapter' | 'verse' | 'endChapter' | 'endVerse'>

/** Whether the book has the passage, and the passage does not run backwards. */
const exists = (book: Book, { chapter, verse, endChapter, endVerse }: Passage): boolean => {
  if (!hasChapter(book, chapter) || !hasChapter(book, endChapter) || endChapter < chapter) return false
  if (verse === null || endVerse === null) return true
  const isForward = endChapter > chapter || endVerse >= verse
  return verse >= 1 && isForward && verse <= mostVerses(book, chapter) && endVerse <= mostVerses(book, endChapter)
}

const numbers = (groups: readonly (string | undefined)[]) =>
  groups.map((digits) => (digits === undefined ? undefined : Number(digits)))

/** The passage of four numbers: chapter, verse, last chapter, last verse. */
const versesOf = ([chapter = 0, verse = 0, endChapter = chapter, endVerse = verse]: readonly (
  | number
  | undefined
)[]): Passage => ({ chapter, verse, endChapter, endVerse })

const HANGUL = /\p{Script=Hangul}/u

const isFullName = (book: Book, name: string): boolean => name === book.name.en || name === 'Psalm'

/**
 * Whether a name is clearly a book's before numbers with a full stop. It is not in "Is 2.5", "Pro 2.1" and "아가 3.5",
 * where the numbers are decimals. A clear Korean name is the full name and has three syllables or more. A clear English
 * name begins with a capital or a digit, and has four letters or more or is the OSIS identifier. A full English name
 * with a full stop after it ("Acts. 2.5") is not clear, because it may be the end of a sentence.
 */
const isClearName = (book: Book, name: string): boolean => {
  if (HANGUL.test(name)) return name === book.name.ko && name.length >= 3
  const plain = name.replace(/\.$/, '')
  const isLong = plain.length >= 4 || plain === book.osis
  return /^[\p{Lu}\d]/u.test(name) && isLong && !(plain !== name && isFullName(book, plain))
}

/**
 * Whether a name before `numbers` means the book. If the numbers have a full stop (3.16), the name must be clear.
 * Otherwise the name must begin with a capital, a digit or a Korean syllable, or have three letters or more: "Is 3:16"
 * is Isaiah, and "is 3:16" is a time.
 */
const isWrittenAsName = (book: Book, name: string, numbers: string): boolean =>
  numbers.includes('.') ? isClearName(book, name) : /^[\p{Lu}\p{N}\p{Script=Hangul}]/u.test(name) || name.length >= 3

/** A name that is clearly a book's before a number: Phlm, 2 Jn. In "PM 10" and "Pm 10" the number may be a time. */
const CLEAR_SHORT = /^(?=[\p{L}\d\s]{3})[\p{Lu}\d].*\p{Ll}/u

/**
 * The passage of numbers that stand alone, without a chapter before a verse: `first`, or `first` to `last`. Korean
 * numbers are chapters with 장 after a name of two syllables or more, or for a psalm with 편. English numbers are
 * chapters after a full name, or after a name that begins with a number (1 Cor). In a book with one chapter, numbers
 * with the counter 절 are verses, and so are English numbers that end above 1. Null if the numbers count something else.
 */
const aloneOf = (book: Book, name: string, counter: string | undefined, first = 0, last = first): Passage | null => {
  const isShort = chapterCount(book) === 1
  const isKorean = HANGUL.test(name)
  const isFull = isFullName(book, name) || /^[1-3]\s?\p{Lu}/u.test(name)
  if (isShort && (counter === '절' || (!isKorean && counter === undefined && last > 1 && CLEAR_SHORT.test(name))))
    return { chapter: 1, verse: first, endChapter: 1, endVerse: last }
  const isCounted = counter === '편' ? book.osis === 'Ps' : counter === '장' && name.length > 1
  if (isKorean ? !isCounted : counter !== undefined || !isFull) return null
  return { chapter: first, verse: null, endChapter: last, endVerse: null }
}

/**
 * What numbers may mean: the whole range, or its beginning alone, which has `length` characters. Null if the numbers do
 * not have this meaning.
 */
type Meanings = { readonly range: Passage | null; readonly beginning: Passage | null; readonly length: number }

/**
 * The meanings of a match of NUMBERS after a book's name. `isVerse`: whether a word for verses stands between the name
 * and the numbers, as in Jude v. 5.
 */
const meaningsOf = (match: RegExpExecArray, book: Book, name: string, isVerse: boolean): Meanings => {
  const [, verses, , , , , alone = '', , counter, , lastCounter] = match
  const [chapter, verse, endChapter, endVerse, first, last] = numbers([2, 3, 4, 5, 7, 9].map((group) => match[group]))
  if (verses !== undefined) {
    const beginning = isWrittenAsName(book, name, verses) ? versesOf([chapter, verse]) : null
    return { range: beginning && versesOf([chapter, verse, endChapter, endVerse]), beginning, length: verses.length }
  }
  const own = isVerse ? '절' : counter
  // 3장부터 5절까지 is no range, because the first number is a chapter and the last a verse.
  const isRange = counter === undefined || lastCounter === undefined || counter === lastCounter
  return {
    range: isRange ? aloneOf(book, name, own ?? lastCounter, first, last) : null,
    beginning: aloneOf(book, name, own, first),
    length: alone.length,
  }
}

/**
 * Adds a reference to `found`: the range, or its beginning if the book does not have the whole range. Returns the added
 * reference. Null if the book has neither. `from`: the offset of the name or, without a name, of the numbers. `at` and
 * `to`: the offsets of the numbers.
 */
const addMeaning = (
  { range, beginning, length }: Meanings,
  { from, at, to, book, named }: { from: number; at: number; to: number; book: Book; named: boolean },
  found: ReferenceInText[],
): ReferenceInText | null => {
  const passage = [range, beginning].find((one) => one !== null && exists(book, one))
  if (!passage) return null
  const reference = { ...passage, book, from, to: passage === range ? to : at + length, named }
  found.push(reference)
  return reference
}

/**
 * The passages that a text names in its sentences, in the order of the text, in English and Korean: John 3:16, 요
 * 3:16-18, 로마서 8장 28절, Rom 8:28, 31; 12:1, John 3.16, Psalm 23, 고전 13장, Jude v. 5, 유다서 5절. Only existing chapters and
 * verses count. If a range runs backwards or too far, only its beginning counts. The function examines the first 3,000
 * numbers that follow a word, and returns at most 1,000 passages. It examines each number once, with the 60 characters
 * before it, so a text of any length takes some milliseconds.
 */
export const referencesInText = (text: string): readonly ReferenceInText[] => {
  const found: ReferenceInText[] = []
  NUMBERS.lastIndex = 0
  for (let looks = 0; looks < MOST_LOOKS && found.length < MOST; looks += 1) {
    const match = NUMBERS.exec(text)
    if (!match) break
    const at = match.index
    const cut = Math.max(found.at(-1)?.to ?? 0, at - LONGEST)
    const before = text.slice(cut, at)
    const beforeWord = before.replace(VERSE_WORD, '')
    const named = bookAtEnd(beforeWord)
    if (!named) continue
    const { book, from } = named
    const meanings = meaningsOf(match, book, beforeWord.slice(from).trim(), beforeWord !== before)
    const place = { from: cut + from, at, to: NUMBERS.lastIndex, book, named: true }
    const first = addMeaning(meanings, place, found)
    if (first) NUMBERS.lastIndex = first.verse === null ? first.to : addMore(text, first, found)
  }
  return found
}

/** Adds the passages that continue `first`: 31 and 12:1 in Rom 8:28, 31; 12:1. Returns the end of the last passage. */
const addMore = (text: string, first: ReferenceInText, found: ReferenceInText[]): number => {
  let last = first
  while (found.length < MOST) {
    MORE_PLACES.lastIndex = last.to
    const places = MORE_PLACES.exec(text)
    MORE_VERSES.lastIndex = last.to
    const match = places ?? MORE_VERSES.exec(text)
    if (!match) return last.to
    const [, { length } = ''] = match
    const [one = 0, other = one, ...others] = numbers(match.slice(2))
    const { book, endChapter: chapter, endVerse } = last
    // In "John 3:16, 3 people" the 3 is no further verse, because verses ascend.
    if (!places && one <= (endVerse ?? 0)) return last.to
    const meanings = places
      ? { range: versesOf([one, other, ...others]), beginning: versesOf([one, other]), length }
      : { range: versesOf([chapter, one, chapter, other]), beginning: versesOf([chapter, one]), length }
    const at = last.to + match[0].search(/\d/)
    const next = addMeaning(meanings, { from: at, at, to: last.to + match[0].length, book, named: false }, found)
    if (!next) return last.to
    last = next
  }
  return last.to
}
