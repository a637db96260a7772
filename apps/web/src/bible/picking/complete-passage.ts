import { BOOKS, type Book, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { disassemble, getChoseong } from 'es-hangul'

/** A chapter to go to, or some of its verses (ascending). */
export type Destination = {
  /** The book's English name. */
  readonly book: string
  readonly chapter: number
  readonly verses: readonly number[]
}

/** The longest typed text that is read, in UTF-16 units. Every passage is far shorter. */
const LONGEST = 100
const MOST_SUGGESTIONS = 8

/**
 * The form in which names are compared: lower case, without spaces and periods. Single Hangul letters are not
 * normalized, because NFKC would replace ㅎ by another letter.
 */
const bare = (text: string): string => plain(text).toLowerCase().replace(/[\s.]/g, '')
const plain = (text: string): string => text.replace(/[^ㄱ-ㅣ]+/g, (part) => normalForm(part, 'NFKC'))

/**
 * Whether a name begins with the typed text, even if the last typed syllable is incomplete: 엣 and 에ㅅ begin 에스라, 열오
 * begins 열왕기. A first consonant alone may stand for its syllable: 창ㅅㄱ.
 */
const begins = (typed: string, written: string): boolean => {
  const name = bare(written)
  let same = 0
  while (same < typed.length && typed[same] === name[same]) same += 1
  const rest = typed.slice(same)
  const left = name.slice(same)
  return disassemble(left).startsWith(disassemble(rest)) || getChoseong(left).startsWith(rest)
}

/** How well a book matches the typed text, from 0 (its exact name or abbreviation) to 3. Null if it does not match. */
const rank = (book: Book, typed: string, exact: Book | null): number | null => {
  if (book === exact) return 0
  if (begins(typed, book.name.en) || begins(typed, book.name.ko)) return 1
  if ([book.abbreviation.en, book.abbreviation.ko, ...book.otherNames].some((name) => begins(typed, name))) return 2
  // Matches the name without its number, such as Corinthians or Samuel.
  return begins(typed, book.name.en.replace(/^\d /, '')) ? 3 : null
}

/** The books that the typed name may mean, best match first, then in the order of the Bible. */
const booksFor = (name: string): Book[] => {
  const typed = bare(name)
  const exact = findBook(name)
  return BOOKS.flatMap((book) => {
    const match = rank(book, typed, exact)
    return match === null ? [] : [{ book, match }]
  })
    .sort((a, b) => a.match - b.match)
    .map(({ book }) => book)
}

/**
 * Matches a book (whose name may begin with a number), a chapter and verses: ps 23, 1co13.4-7, 요 3:16, 시편 23편 1절. The
 * book may be missing, and so may the verses, or the chapter with them.
 */
const REFERENCE =
  /^\s*([1-3]?[^\d:]*?)\s*(?:(\d{1,3})\s*(?:장|편)?(?:[\s:.,]+(\d{1,3})?\s*절?\s*(?:[-~–∼]\s*(\d{1,3})?\s*절?)?)?)?\s*$/u

const number = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/**
 * Suggests destinations for an incomplete reference in English or Korean, best match first. Numbers alone mean the open
 * book: 4 is its chapter 4, and 4:2 a verse of it. Empty if the Bible has no such passage.
 */
export const completePassage = (typed: string, open: { readonly book: string }): readonly Destination[] => {
  // Pasted text may contain invisible characters.
  const input = withoutInvisible(typed).slice(0, LONGEST)
  const [, name = '', chapterText, verseText, throughText] = REFERENCE.exec(plain(input).slice(0, LONGEST)) ?? []
  if (bare(name) === '' && chapterText === undefined) return []
  // The number 1 alone may be a chapter of the open book, or the beginning of 1 Samuel.
  const openBook = findBook(open.book)
  const isNumberOnly = /^[1-3]?$/.test(bare(name))
  const numberAsChapter = isNumberOnly ? Number(`${bare(name)}${chapterText ?? ''}`) : null
  const chapter = number(chapterText) ?? 1
  const verse = number(verseText)
  const through = number(throughText)
  const destinations: Destination[] = []
  const add = (book: Book, named: number) => {
    // In a book with one chapter, the number is a verse: Jude 5 is Jude 1:5.
    const only = verse === null && named > 1 && chapterCount(book) === 1
    const at = only ? 1 : named
    const from = only ? named : verse
    if (at < 1 || at > chapterCount(book) || (from ?? 0) > mostVerses(book, at)) return
    const to = Math.min(through ?? 0, mostVerses(book, at))
    const length = from === null || from === 0 ? 0 : Math.max(1, to - from + 1)
    destinations.push({
      book: book.name.en,
      chapter: at,
      verses: Array.from({ length }, (_, step) => (from ?? 0) + step),
    })
  }
  if (openBook && numberAsChapter !== null) add(openBook, numberAsChapter)
  if (bare(name) !== '') for (const book of booksFor(name)) add(book, chapter)
  return destinations.slice(0, MOST_SUGGESTIONS)
}
