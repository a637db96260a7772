import type { Book } from './books.ts'
import { chapterCount } from './chapters.ts'
import { verseCount } from './verse-counts.ts'

// A comma stands between chapter and verse on the Continent (Joh 3,16), and between chapters in English (Matt 5, 6).

/** Numbers with commas that can be read in two ways, and both as they are written unmistakably. */
export type TwoReadings = { readonly text: string; readonly one: string; readonly other: string }

/** A name with a chapter, or a chapter after a semicolon; a comma; and the numbers after it. */
const LIST =
  /(?:((?:[1-3]\s*)?\p{L}[\p{L}\p{M}'’. ]{0,40}?)\.?|;)\s*(\d{1,3})\s*,(\s*)(\d{1,3}(?:\s*[.,-]\s*\d{1,3})*)(?!\d|\s*:)/gu
/** A verse in the English way. */
const COLON = /\d\s*:\s*\d/

type List = {
  readonly book: Book
  readonly chapter: number
  readonly numbers: readonly number[]
  /** What stands before each number, a comma, a full stop or a hyphen; before the first, nothing. */
  readonly signs: readonly string[]
  readonly spaced: boolean
  /** Where the chapter begins and the numbers end. */
  readonly from: number
  readonly to: number
}

const listsIn = (text: string, bookCalled: (name: string) => Book | null): List[] => {
  const lists: List[] = []
  let book: Book | null = null
  for (const { 0: whole, 1: name, 2: chapter = '', 3: space = '', 4: numbers = '', index } of text.matchAll(LIST)) {
    if (name !== undefined) book = bookCalled(name)
    if (book === null) continue
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

/** What the numbers after the comma can be: chapters of a list ascend, and neither goes beyond what there is. */
const meaningOf = ({ book, chapter, numbers: [first = 0, ...others] }: List): Meaning => {
  const chapters = chapterCount(book)
  const numbers = [first, ...others]
  // Jude 3,5 are verses, which need no chapter.
  if (chapters === 1) return chapter === 1 ? 'either' : 'chapters'
  if (chapter <= chapters && (first <= chapter || numbers.some((number) => number > chapters))) return 'verses'
  return numbers.some((number) => number > verseCount(book, chapter)) ? 'chapters' : 'either'
}

/** Joh 3,16 and 3,16-4,2: without a blank, with no further comma, and not the next chapter, as in Matt 5,6. */
const isContinental = ({ book, chapter, numbers, signs, spaced }: List): boolean =>
  !spaced &&
  signs.every((sign, at) => sign !== ',' || signs[at - 1] === '-') &&
  (numbers[0] !== chapter + 1 || chapterCount(book) === 1)

/** Matt 5, 6 and, where verses are written with a colon, also Matt 5,6. */
const isNextChapter = ({ book, chapter, numbers, signs, spaced }: List, hasColon: boolean): boolean =>
  numbers[0] === chapter + 1 && (spaced || hasColon) && !signs.includes('.') && chapterCount(book) > 1

/** The same list with a colon before its verses; 3,16-4,2 reaches into another chapter. */
const withColon = ({ book, chapter, numbers, signs }: List, text: string): string | TwoReadings => {
  let [last = 0] = numbers
  let inChapter = chapter
  let written = `${chapter}:${last}`
  for (let at = 1; at < numbers.length; at++) {
    const [number = 0, next = 0] = numbers.slice(at, at + 2)
    if (signs[at] === '-' && signs[at + 1] === ',') {
      const isChapter = number > inChapter && next >= 1 && next <= verseCount(book, number)
      const isVerse = number > last && next > number && next <= verseCount(book, inChapter)
      // 3,16-18,20 may end at verse 20 of chapter 18.
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

const inChapters = (list: string): string =>
  list
    .split(',')
    .map((number) => number.trim())
    .join('; ')

/**
 * A text with a colon where a comma stands between a chapter and a verse: Joh 3,16 becomes Joh 3:16, also Röm 8,28.31, while
 * Matt 5, 6 stays two chapters. Where it can be either, both readings.
 * @param text in plain numbers and hyphens
 * @param bookCalled the book that a name before a chapter means
 */
export const withColonVerses = (text: string, bookCalled: (name: string) => Book | null): string | TwoReadings => {
  if (!text.includes(',')) return text
  const lists = listsIn(text, bookCalled)
  const hasColon = COLON.test(text)
  const meant = lists.map((list) => ({ list, meaning: meaningOf(list) }))
  // Who writes one verse so writes all so.
  const all = meant.some(
    ({ list, meaning }) => meaning === 'verses' || (meaning === 'either' && !hasColon && isContinental(list)),
  )
  let written = ''
  let read = 0
  for (const { list, meaning } of meant) {
    const asIs = text.slice(list.from, list.to)
    if (!all && (meaning === 'chapters' || isNextChapter(list, hasColon))) continue
    const colon = withColon(list, asIs)
    if (typeof colon !== 'string') return colon
    if (!all) return { text: asIs, one: colon, other: inChapters(asIs) }
    written += text.slice(read, list.from) + colon
    read = list.to
  }
  return written + text.slice(read)
}
