import { BOOKS, type Book, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'

/** Somewhere to go to: a chapter, or verses of it. */
export type Destination = {
  /** The English name. */
  readonly book: string
  readonly chapter: number
  readonly verse: number | null
  readonly through: number | null
}

/** So much of what is typed is looked at: far more than any passage. */
const LOOKED_AT = 100
/** So many are offered. */
const MOST = 8

const FIRST_SYLLABLE = 0xac00
const SYLLABLES = 11_172
/** Syllables with the same first consonant, and with the same vowel too. */
const PER_CONSONANT = 588
const PER_VOWEL = 28
/** The consonants that a syllable can begin with, as NFKC has them: ㄱ to ㅎ, in the order of the syllables. */
const FIRST_CONSONANT = 0x1100
const CONSONANTS = 19

/** Whether a typed letter is the beginning of a letter of a name: ㅎ and 하 are that of 한, while it is being written. */
const beginsLetter = (typed: string, letter: string): boolean => {
  if (typed === letter) return true
  const syllable = letter.charCodeAt(0) - FIRST_SYLLABLE
  if (syllable < 0 || syllable >= SYLLABLES) return false
  const consonant = typed.charCodeAt(0) - FIRST_CONSONANT
  if (consonant >= 0 && consonant < CONSONANTS) return Math.floor(syllable / PER_CONSONANT) === consonant
  const open = typed.charCodeAt(0) - FIRST_SYLLABLE
  return open >= 0 && open % PER_VOWEL === 0 && Math.floor(open / PER_VOWEL) === Math.floor(syllable / PER_VOWEL)
}

const bare = (text: string): string => normalForm(text, 'NFKC').toLowerCase().replace(/[\s.]/g, '')

const begins = (typed: string, name: string): boolean => {
  const letters = [...bare(name)]
  return letters.length >= typed.length && [...typed].every((letter, at) => beginsLetter(letter, letters[at] ?? ''))
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

/** A book's name, which may begin with a number; a chapter; a verse or verses: ps 23, 1co13.4-7, 요 3:16, 시편 23편 1절. */
const WRITTEN =
  /^\s*([1-3]?[^\d:]*?)\s*(?:(\d{1,3})\s*(?:장|편)?(?:[\s:.,]+(\d{1,3})?\s*절?\s*(?:[-~–∼]\s*(\d{1,3})?\s*절?)?)?)?\s*$/u

const number = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/**
 * Where somebody may want to go by what they have typed so far, in English or Korean; best first. Numbers alone are a chapter of the
 * book that is open. Empty when it means no place that there is.
 */
export const completePassage = (typed: string, open: { readonly book: string }): readonly Destination[] => {
  const [, name = '', chapterText, verseText, throughText] =
    WRITTEN.exec(normalForm(typed.slice(0, LOOKED_AT), 'NFKC').slice(0, LOOKED_AT)) ?? []
  if (bare(name) === '' && chapterText === undefined) return []
  // 1 alone is a chapter, and the beginning of 1 Samuel as well.
  const here = findBook(open.book)
  const alone = /^[1-3]?$/.test(bare(name))
  const chapterAlone = alone ? Number(`${bare(name)}${chapterText ?? ''}`) : null
  const chapter = number(chapterText) ?? 1
  const verse = number(verseText)
  const through = number(throughText)
  const found: Destination[] = []
  const add = (book: Book, at: number) => {
    if (at < 1 || at > chapterCount(book)) return
    found.push({
      book: book.name.en,
      chapter: at,
      verse: verse === 0 ? null : verse,
      through: verse !== null && through !== null && through > verse ? through : null,
    })
  }
  if (here && chapterAlone !== null) add(here, chapterAlone)
  if (bare(name) !== '') for (const book of booksFor(name)) add(book, chapter)
  return found.slice(0, MOST)
}
