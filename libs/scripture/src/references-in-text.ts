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
   * Whether the words between `from` and `to` have the book's name. If not, an earlier reference has it: 31 in Rom
   * 8:28, 31.
   */
  readonly named: boolean
}

/** The most references in one text, and the most numbers after a word that are examined. */
const MOST = 1_000
const MOST_LOOKS = 3_000

/**
 * From one verse to another: 16-18, 16절부터 18절까지, 16절에서 18절까지. Without 까지, 에서 names the place that something leaves or
 * is in.
 */
const TO = String.raw`(?:\s?[-–~]\s?|(?<=절)(?:부터|에서(?=[\d\s장편]{1,10}절까지))\s?(?=[\d\s장편]{0,8}\d절))`
/** A passage of verses: 3:16, 3장 16절, 8:28-30, 3:16-4:2, 3장 16절부터 18절까지. */
const VERSES = String.raw`(\d{1,3})\s?(?::|장|편)\s?(\d{1,3})절?(?:${TO}(?:(\d{1,3})\s?(?::|장|편)\s?)?(\d{1,3})절?(?:까지)?)?(?!:?\d)`
/**
 * Numbers after a letter, or after the full stop of an abbreviation: verses, otherwise chapters (3, 3-5, 3장, 1-3장,
 * 23편).
 */
const NUMBERS = new RegExp(
  String.raw`(?<=[\p{L}\p{M}.]\s?)(?:${VERSES}|(\d{1,3})(?:\s?[-–~]\s?(\d{1,3}))?(?:\s?([장편]))?(?!\s?:|[\d장편]))`,
  'gu',
)
/** A further passage in the same book: `; 4:2`, `16절과 4장 2절`. */
const MORE_PLACES = new RegExp(String.raw`(?:\s?[;,]\s?|(?<=절)[과와]\s?)${VERSES}`, 'uy')
/**
 * Further verses in the same chapter: `, 18`, `·18`, `16절과 18절`. If a word follows a number without 절, the number
 * counts something else.
 */
const MORE_VERSES = new RegExp(
  String.raw`(?:\s?[,·ㆍ]\s?|(?<=절)[과와]\s?)(\d{1,3})절?(?:${TO}(\d{1,3})절?(?:까지)?)?(?!:?\d)(?:(?<=절|까지)|(?!\s?[\p{L}%]))`,
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

/** Whether a name is written as a name, or has three letters or more: "Is 3:16" is Isaiah, and "is 3:16" is a time. */
const isWrittenAsName = (name: string): boolean => /^[\p{Lu}\p{N}\p{Script=Hangul}]/u.test(name) || name.length >= 3

/**
 * Whether a single number can be a chapter: in Korean with 장, or 편 for a psalm; in English after a full name or one
 * that begins with a number (1 Cor).
 */
const isChapter = (book: Book, name: string, counter: string | undefined): boolean => {
  if (/\p{Script=Hangul}/u.test(name))
    return counter === '편' ? book.osis === 'Ps' : counter === '장' && name.length > 1
  return counter === undefined && (name === book.name.en || name === 'Psalm' || /^[1-3]\s?\p{Lu}/u.test(name))
}

/** The passage of two numbers of chapters. In a book of one chapter, numbers above 1 are verses. */
const chaptersOf = (book: Book, first: number, last = first): Passage =>
  chapterCount(book) === 1 && first > 1
    ? { chapter: 1, verse: first, endChapter: 1, endVerse: last }
    : { chapter: first, verse: null, endChapter: last, endVerse: null }

/**
 * The passages that a text names in its sentences, in order, in English and Korean: John 3:16, 요 3:16-18, 로마서 8장 28절,
 * Rom 8:28, 31; 12:1, Psalm 23, 고전 13장. Only existing chapters and verses count. There are at most 1,000 passages,
 * among the first 3,000 numbers after a word. Each number is examined once, with 60 characters before it, so a text of
 * any length takes some milliseconds.
 */
export const referencesInText = (text: string): readonly ReferenceInText[] => {
  const found: ReferenceInText[] = []
  NUMBERS.lastIndex = 0
  for (let looks = 0; looks < MOST_LOOKS && found.length < MOST; looks += 1) {
    const match = NUMBERS.exec(text)
    if (!match) break
    const cut = Math.max(0, match.index - LONGEST)
    const named = bookAtEnd(text.slice(cut, match.index))
    if (!named) continue
    const { book, from } = named
    const name = text.slice(cut + from, match.index).trim()
    const [chapter, verse, endChapter, endVerse, first, last] = numbers(match.slice(1, 7))
    const passage =
      first === undefined ? versesOf([chapter, verse, endChapter, endVerse]) : chaptersOf(book, first, last)
    const isOne = first === undefined ? isWrittenAsName(name) : isChapter(book, name, match[7])
    if (!isOne || !exists(book, passage)) continue
    found.push({ ...passage, book, from: cut + from, to: NUMBERS.lastIndex, named: true })
    if (passage.verse !== null) NUMBERS.lastIndex = addMore(text, book, passage, NUMBERS.lastIndex, found)
  }
  return found
}

/** Adds the passages that continue the passage `before`, which ends at `at`. Returns the end of the last passage. */
const addMore = (text: string, book: Book, before: Passage, at: number, found: ReferenceInText[]): number => {
  let [end, last] = [at, before]
  while (found.length < MOST) {
    MORE_PLACES.lastIndex = end
    const places = MORE_PLACES.exec(text)
    MORE_VERSES.lastIndex = end
    const verses = places ? null : MORE_VERSES.exec(text)
    const match = places ?? verses
    if (!match) return end
    const [one = 0, other = one, ...others] = numbers(match.slice(1))
    const passage = places
      ? versesOf([one, other, ...others])
      : { chapter: last.endChapter, verse: one, endChapter: last.endChapter, endVerse: other }
    // In "John 3:16, 3" the last number is not a further verse.
    if ((verses && one <= (last.endVerse ?? 0)) || !exists(book, passage)) return end
    const to = end + match[0].length
    found.push({ ...passage, book, from: end + match[0].search(/\d/), to, named: false })
    ;[end, last] = [to, passage]
  }
  return end
}
