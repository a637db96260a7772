import type { Book } from './books.ts'
import { chapterCount } from './chapters.ts'
import { verseCount } from './verse-counts.ts'

// In continental Europe a comma separates chapter and verse (Joh 3,16). In English a comma separates two chapters
// (Matt 5, 6).

/** A `text` with two possible readings. `one` and `other` are the readings, written without ambiguity. */
export type TwoReadings = { readonly text: string; readonly one: string; readonly other: string }

/** Matches a book's name or a semicolon, then a chapter, a comma, and one number or more without a colon after them. */
const LIST =
  /(?:((?:[1-3]\s*)?\p{L}[\p{L}\p{M}'’. ]{0,40}?)\.?|;)\s*(\d{1,3})\s*,(\s*)(\d{1,3}(?:\s*[.,-]\s*\d{1,3})*)(?!\d|\s*:)/gu
/** A chapter and verse with a colon, as in English. */
const COLON = /\d\s*:\s*\d/

type List = {
  readonly book: Book
  readonly chapter: number
  readonly numbers: readonly number[]
  /** The comma, full stop or hyphen before each of `numbers`. The sign of the first number is empty. */
  readonly signs: readonly string[]
  readonly spaced: boolean
  /** Offsets in the text: the beginning of the chapter's number, and the end of the last number. */
  readonly from: number
  readonly to: number
}

const listsIn = (text: string, bookCalled: (name: string) => Book | null): List[] => {
  const lists: List[] = []
  let book: Book | null = null
  for (const { 0: whole, 1: name, 2: chapter = '', 3: space = '', 4: numbers = '', index } of text.matchAll(LIST)) {
    if (name !== undefined) book = bookCalled(name)
    // In a book of one chapter people omit the chapter: Jude 3,5 means verses 3 and 5, so its comma stays.
    if (book === null || (chapterCount(book) === 1 && Number(chapter) > 1)) continue
    lists.push({
      book,
      chapter: Number(chapter),
      numbers: (numbers.match(/\d+/g) ?? []).map(Number),
      signs: numbers.split(/\d+/).map((sign) => sign.trim()),
      spaced: space !== '',
      from: index + whole.lastIndexOf(chapter, whole.indexOf(',')),
      to: index + whole.length,
    })
  }
  return lists
}

type Meaning = 'verses' | 'chapters' | 'either'

/**
 * What the numbers after the comma can be: verses, chapters, or either. In a list of chapters, the second chapter is
 * greater than the first. A chapter cannot exceed the last chapter of the book, nor a verse the last verse of the
 * chapter.
 */
const meaningOf = ({ book, chapter, numbers: [first = 0, ...others] }: List): Meaning => {
  const chapters = chapterCount(book)
  const numbers = [first, ...others]
  // Jude 1,5 can be verses 1 and 5, or verse 5 of the only chapter.
  if (chapters > 1 && chapter <= chapters && (first <= chapter || numbers.some((number) => number > chapters)))
    return 'verses'
  return numbers.some((number) => number > verseCount(book, chapter)) ? 'chapters' : 'either'
}

/**
 * Whether the list is written like Joh 3,16 or 3,16-4,2: without a space after the comma, and without a further comma
 * except at the end of a range. False for Matt 5,6, because 6 may be the next chapter.
 */
const isContinental = ({ book, chapter, numbers, signs, spaced }: List): boolean =>
  !spaced &&
  signs.every((sign, at) => sign !== ',' || signs[at - 1] === '-') &&
  (numbers[0] !== chapter + 1 || chapterCount(book) === 1)

/**
 * Whether the list means successive chapters. Matt 5, 6 does. Matt 5,6 does if the text has a colon before a verse
 * elsewhere (`hasColon`), because the writer of such a text uses no comma before verses.
 */
const isNextChapter = ({ book, chapter, numbers, signs, spaced }: List, hasColon: boolean): boolean =>
  numbers[0] === chapter + 1 && (spaced || hasColon) && !signs.includes('.') && chapterCount(book) > 1

/** The list with a colon in place of the comma before a verse. A range may end in another chapter, as in 3,16-4,2. */
const withColon = ({ book, chapter, numbers, signs }: List, text: string): string | TwoReadings => {
  let [last = 0] = numbers
  let inChapter = chapter
  let written = `${chapter}:${last}`
  for (let at = 1; at < numbers.length; at++) {
    const [number = 0, next = 0] = numbers.slice(at, at + 2)
    if (signs[at] === '-' && signs[at + 1] === ',') {
      const isChapter = number > inChapter && next >= 1 && next <= verseCount(book, number)
      const isVerse = number > last && next > number && next <= verseCount(book, inChapter)
      // 3,16-18,20 is ambiguous: verses 16-18 and 20, or from verse 16 to chapter 18 verse 20.
      if (isChapter && isVerse)
        return { text, one: `${written}-${number}, ${next}`, other: `${written}-${number}:${next}` }
      if (isChapter) {
        written += `-${number}:${next}`
        inChapter = number
        last = next
        at++
        continue
      }
    }
    written += `${signs[at] === '-' ? '-' : ','}${number}`
    last = number
  }
  return written
}

const asChapters = (list: string): string =>
  list
    .split(',')
    .map((number) => number.trim())
    .join('; ')

/**
 * Replaces the comma between a chapter and a verse by a colon: Joh 3,16 becomes Joh 3:16, and Röm 8,28.31 becomes
 * Röm 8:28,31. Matt 5, 6 stays two chapters. If the text is ambiguous, returns both readings.
 * @param text has plain numbers and hyphens
 * @param bookCalled returns the book that a name before a chapter means; null if it means none
 */
export const withColonVerses = (text: string, bookCalled: (name: string) => Book | null): string | TwoReadings => {
  if (!text.includes(',')) return text
  const lists = listsIn(text, bookCalled)
  const hasColon = COLON.test(text)
  const readings = lists.map((list) => ({ list, meaning: meaningOf(list) }))
  // A writer who puts a comma before one verse does so before all.
  const isAllVerses = readings.some(
    ({ list, meaning }) => meaning === 'verses' || (meaning === 'either' && !hasColon && isContinental(list)),
  )
  let rewritten = ''
  let end = 0
  for (const { list, meaning } of readings) {
    const original = text.slice(list.from, list.to)
    if (!isAllVerses && (meaning === 'chapters' || isNextChapter(list, hasColon))) continue
    const verses = withColon(list, original)
    if (typeof verses !== 'string') return verses
    if (!isAllVerses) return { text: original, one: verses, other: asChapters(original) }
    rewritten += text.slice(end, list.from) + verses
    end = list.to
  }
  return rewritten + text.slice(end)
}
