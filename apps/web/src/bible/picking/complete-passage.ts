import { BOOKS, type Book, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { disassemble, getChoseong } from 'es-hangul'

/** Somewhere to go to: a chapter, or verses of it, in order. */
export type Destination = {
  /** The English name. */
  readonly book: string
  readonly chapter: number
  readonly verses: readonly number[]
}

/** So much of what is typed is looked at: far more than any passage. */
const LOOKED_AT = 100
/** So many are offered. */
const MOST = 8

/** As it is compared: without spaces and points, and a consonant alone stays what the keyboard writes (NFKC would make another letter of ㅎ). */
const bare = (text: string): string => plain(text).toLowerCase().replace(/[\s.]/g, '')
const plain = (text: string): string => text.replace(/[^ㄱ-ㅣ]+/g, (part) => normalForm(part, 'NFKC'))

/**
 * Whether a name begins with what is typed, also while its last syllable is still being written: 엣 and 에ㅅ begin 에스라, 열오
 * begins 열왕기. The first consonants alone may stand for the rest: 창ㅅㄱ.
 */
const begins = (typed: string, written: string): boolean => {
  const name = bare(written)
  let same = 0
  while (same < typed.length && typed[same] === name[same]) same += 1
  const rest = typed.slice(same)
  const left = name.slice(same)
  return disassemble(left).startsWith(disassemble(rest)) || getChoseong(left).startsWith(rest)
}

/** How well a book is meant: 0 is its very name or abbreviation; null is not at all. */
const rank = (book: Book, typed: string, exact: Book | null): number | null => {
  if (book === exact) return 0
  if (begins(typed, book.name.en) || begins(typed, book.name.ko)) return 1
  if ([book.abbreviation.en, book.abbreviation.ko, ...book.otherNames].some((name) => begins(typed, name))) return 2
  // corinthians, samuel: without the number before it.
  return begins(typed, book.name.en.replace(/^\d /, '')) ? 3 : null
}

/** The books that a beginning may mean, best first, else in the order of the Bible. */
const booksFor = (name: string): Book[] => {
  const typed = bare(name)
  const exact = findBook(name)
  return BOOKS.flatMap((book) => {
    const place = rank(book, typed, exact)
    return place === null ? [] : [{ book, place }]
  })
    .sort((a, b) => a.place - b.place)
    .map(({ book }) => book)
}

/** A book (its name may begin with a number), then a chapter, then verses: ps 23, 1co13.4-7, 요 3:16, 시편 23편 1절. */
const WRITTEN =
  /^\s*([1-3]?[^\d:]*?)\s*(?:(\d{1,3})\s*(?:장|편)?(?:[\s:.,]+(\d{1,3})?\s*절?\s*(?:[-~–∼]\s*(\d{1,3})?\s*절?)?)?)?\s*$/u

const number = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/**
 * Where the person may want to go by what they have typed so far, in English or Korean; best first. Numbers alone are a
 * chapter of the book that is open. Empty where the Bible has no such place.
 */
export const completePassage = (typed: string, open: { readonly book: string }): readonly Destination[] => {
  // Signs that nobody sees come along with what is pasted.
  const seen = withoutInvisible(typed).slice(0, LOOKED_AT)
  const [, name = '', chapterText, verseText, throughText] = WRITTEN.exec(plain(seen).slice(0, LOOKED_AT)) ?? []
  if (bare(name) === '' && chapterText === undefined) return []
  // 1 alone is a chapter, and the beginning of 1 Samuel as well.
  const here = findBook(open.book)
  const alone = /^[1-3]?$/.test(bare(name))
  const chapterAlone = alone ? Number(`${bare(name)}${chapterText ?? ''}`) : null
  const chapter = number(chapterText) ?? 1
  const verse = number(verseText)
  const through = number(throughText)
  const found: Destination[] = []
  const add = (book: Book, named: number) => {
    // Jude 5 is a verse of its one chapter.
    const only = verse === null && named > 1 && chapterCount(book) === 1
    const at = only ? 1 : named
    const from = only ? named : verse
    if (at < 1 || at > chapterCount(book) || (from ?? 0) > mostVerses(book, at)) return
    const to = Math.min(through ?? 0, mostVerses(book, at))
    const length = from === null || from === 0 ? 0 : Math.max(1, to - from + 1)
    found.push({ book: book.name.en, chapter: at, verses: Array.from({ length }, (_, step) => (from ?? 0) + step) })
  }
  if (here && chapterAlone !== null) add(here, chapterAlone)
  if (bare(name) !== '') for (const book of booksFor(name)) add(book, chapter)
  return found.slice(0, MOST)
}
