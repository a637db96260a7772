import { BOOKS, type Book, bookByIndex } from './books.ts'
import { chapterCount } from './chapters.ts'
import { verseCount } from './verse-counts.ts'
import { verseId } from './verse-id.ts'
import {
  BYZANTINE_COUNTS,
  BYZANTINE_VERSES,
  ENGLISH_VERSES,
  SEPTUAGINT_COUNTS,
  SEPTUAGINT_VERSES,
  VULGATE_COUNTS,
  VULGATE_VERSES,
} from './versification-tables.ts'

/**
 * A versification. eng: the English Bibles since 1611, which is Pathlight's standard; org: the Hebrew Old and the Greek
 * New Testament; lxx: the Septuagint; vul: the Vulgate; byz: like eng, with Romans as in the Byzantine text.
 */
export type Scheme = 'eng' | 'org' | 'lxx' | 'vul' | 'byz'
const SCHEMES: readonly Scheme[] = ['eng', 'org', 'vul', 'lxx', 'byz']

/**
 * The versification of a text as a string: a scheme, and the books that follow another scheme. Examples are `eng` and
 * `eng 2CO=org 3JN=org`. An unknown scheme counts as `eng`.
 */
export type Versification = string

/** A verse of a book as one number: chapter * 1000 + verse. Verse 0 is a psalm's title that has no number. */
type Place = number
const place = (chapter: number, verse: number): Place => chapter * 1000 + verse
const chapterOf = (at: Place): number => Math.floor(at / 1000)
const verseOf = (at: Place): number => at % 1000

/** The mapping from the verses and chapters of a book in a scheme to those of the same book in org. */
type BookRules = { readonly verses: Map<Place, Place[]>; readonly chapters: Map<number, number> }

/** All numbers of a range: 3-5 gives 3, 4, 5. */
const span = (text: string): number[] => {
  const [from = 0, to = from] = text.split('-').map(Number)
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

/** The verses of a range within a chapter, such as 3:16-18. Empty for an empty text. */
const places = (text: string): Place[] => {
  const [chapter = '', verses] = text.split(':')
  return verses === undefined ? [] : span(verses).map((verse) => place(Number(chapter), verse))
}

/** Reads the notation of versification-tables.ts. */
const readRules = (table: string): ReadonlyMap<string, BookRules> => {
  const books = new Map<string, BookRules>()
  for (const line of table.trim().split('\n')) {
    const [usfm = '', ...rules] = line.split(' ')
    const book = books.get(usfm) ?? { verses: new Map(), chapters: new Map() }
    books.set(usfm, book)
    for (const rule of rules) {
      const [from = '', to = ''] = rule.split('=')
      if (from.includes(':')) {
        const targets = places(to)
        for (const [step, source] of places(from).entries()) {
          const target = targets[step]
          book.verses.set(source, [...(book.verses.get(source) ?? []), ...(target === undefined ? [] : [target])])
        }
      } else {
        const targets = span(to)
        for (const [step, source] of span(from).entries()) book.chapters.set(source, targets[step] ?? source)
      }
    }
  }
  return books
}

/**
 * Reads counts such as `GEN 49:32 50:25 EXO 40:36`: the last verses of the chapters that end otherwise than in the
 * scheme `countsFrom` of TABLES.
 */
const readCounts = (table: string): ReadonlyMap<string, ReadonlyMap<number, number>> => {
  const books = new Map<string, Map<number, number>>()
  let counts = new Map<number, number>()
  for (const word of table.trim().split(/\s+/)) {
    const [chapter = '', verses] = word.split(':')
    if (verses === undefined) {
      counts = books.get(word) ?? new Map()
      books.set(word, counts)
    } else counts.set(Number(chapter), Number(verses))
  }
  return books
}

/** Computes a value for each key once. */
const once = <Key, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const values = new Map<Key, Value>()
  return (key) => {
    const value = values.get(key) ?? compute(key)
    values.set(key, value)
    return value
  }
}

const TABLES: Readonly<Record<Scheme, { verses: string; counts: string; countsFrom: Scheme }>> = {
  eng: { verses: ENGLISH_VERSES, counts: '', countsFrom: 'eng' },
  org: { verses: '', counts: '', countsFrom: 'org' },
  lxx: { verses: SEPTUAGINT_VERSES, counts: SEPTUAGINT_COUNTS, countsFrom: 'org' },
  vul: { verses: VULGATE_VERSES, counts: VULGATE_COUNTS, countsFrom: 'eng' },
  byz: { verses: BYZANTINE_VERSES, counts: BYZANTINE_COUNTS, countsFrom: 'eng' },
}
const rulesOf = once((scheme: Scheme) => readRules(TABLES[scheme].verses))
const countRulesOf = once((scheme: Scheme) => readCounts(TABLES[scheme].counts))

/** The verses of org that have the words of this verse of a scheme. */
const toOrg = (scheme: Scheme, book: Book, at: Place): readonly Place[] => {
  const rules = rulesOf(scheme).get(book.usfm)
  return rules?.verses.get(at) ?? [place(rules?.chapters.get(chapterOf(at)) ?? chapterOf(at), verseOf(at))]
}

/** The number of the last verse of each chapter of a book in a scheme. */
const countsOf = once((scheme: Scheme) =>
  once((book: Book): readonly number[] => {
    const counts: number[] = []
    if (TABLES[scheme].countsFrom === 'eng')
      for (let chapter = 1; chapter <= chapterCount(book); chapter++) counts.push(verseCount(book, chapter))
    else if (scheme === 'org')
      // Every verse of org corresponds to an English verse, so the greatest target in a chapter is the chapter's last
      // verse.
      for (const [chapter, verses] of countsOf('eng')(book).entries())
        for (let verse = 1; verse <= verses; verse++)
          for (const at of toOrg('eng', book, place(chapter + 1, verse)))
            counts[chapterOf(at) - 1] = Math.max(counts[chapterOf(at) - 1] ?? 0, verseOf(at))
    else counts.push(...countsOf('org')(book))
    for (const [chapter, verses] of countRulesOf(scheme).get(book.usfm) ?? []) counts[chapter - 1] = verses
    return counts
  }),
)

/** The inverse of `toOrg`: for each verse of org, the verses of a scheme that have its words. */
const fromOrg = once((scheme: Scheme) =>
  once((book: Book): ReadonlyMap<Place, readonly Place[]> => {
    const inverse = new Map<Place, Place[]>()
    const add = (source: Place) => {
      for (const target of toOrg(scheme, book, source)) {
        const sources = inverse.get(target) ?? []
        if (!sources.includes(source)) inverse.set(target, [...sources, source])
      }
    }
    for (const source of rulesOf(scheme).get(book.usfm)?.verses.keys() ?? []) if (verseOf(source) === 0) add(source)
    for (const [chapter, verses] of countsOf(scheme)(book).entries())
      for (let verse = 1; verse <= verses; verse++) add(place(chapter + 1, verse))
    return inverse
  }),
)

const isScheme = (text: string | undefined): text is Scheme => SCHEMES.some((scheme) => scheme === text)

/** The scheme that a book follows in this versification. */
const schemeOf = (versification: Versification, book: Book): Scheme => {
  const [scheme, ...exceptions] = versification.split(' ')
  const own = exceptions.find((exception) => exception.startsWith(`${book.usfm}=`))?.slice(4)
  return isScheme(own) ? own : isScheme(scheme) ? scheme : 'eng'
}

const corresponding = (from: Scheme, to: Scheme, book: Book, at: Place): readonly Place[] => {
  if (from === to) return [at]
  const inverse = fromOrg(to)(book)
  const targets = toOrg(from, book, at).flatMap((original) =>
    to === 'org' ? [original] : (inverse.get(original) ?? []),
  )
  return [...new Set(targets)].sort((one, other) => one - other)
}

const correspond = (id: number, from: Versification, to: Versification): number[] => {
  const book = bookByIndex(Math.floor(id / 1_000_000))
  if (!book) return []
  const start = verseId(book.index, 0, 0)
  return corresponding(schemeOf(from, book), schemeOf(to, book), book, id - start).map((at) => start + at)
}

/**
 * The verse ids in the standard numbering that correspond to a verse of a text, ascending. Empty if the standard omits
 * the verse. If the text numbers a psalm's title, the title corresponds to verse 0 of the psalm.
 */
export const toStandard = (versification: Versification, id: number): number[] => correspond(id, versification, 'eng')

/**
 * The verse ids of a text that correspond to a verse in the standard numbering, ascending. Verse 0 is a psalm's title.
 */
export const fromStandard = (versification: Versification, id: number): number[] => correspond(id, 'eng', versification)

/**
 * The ids of the verses in another text with the words of this verse, ascending. Empty if the other text omits the
 * words. If only the first text numbers a psalm's title, the title corresponds to the first verse of the psalm in the
 * second.
 */
export const correspondingVerses = (id: number, from: Versification, to: Versification): number[] => {
  const ids = correspond(id, from, to)
  return id % 1000 === 0 ? ids : [...new Set(ids.map((verse) => (verse % 1000 === 0 ? verse + 1 : verse)))]
}

/** The numbers of the last verses of a book's chapters in a versification, beginning with chapter 1. */
export const lastVerses = (versification: Versification, book: Book): readonly number[] =>
  countsOf(schemeOf(versification, book))(book)

/**
 * The number of a book's chapters whose last verse differs from that of the scheme. `shape`: the last verse of each
 * chapter.
 */
const differences = (scheme: Scheme, book: Book, shape: readonly number[]): number => {
  const counts = countsOf(scheme)(book)
  const chapters = Math.max(counts.length, shape.length)
  return Array.from({ length: chapters }).filter((_, at) => (counts[at] ?? 0) !== (shape[at] ?? 0)).length
}

/** The scheme with the smallest result of `misfit`. If several have it, the first in SCHEMES. */
const bestOf = (misfit: (scheme: Scheme) => number): Scheme =>
  SCHEMES.reduce((best, scheme) => (misfit(scheme) < misfit(best) ? scheme : best))

/**
 * Detects the versification of a text. `shapes`: for each book (by index) the last verse of each chapter, beginning
 * with chapter 1; 0 for a missing chapter. Some books or chapters suffice. If several schemes fit, the result is the
 * first of them in SCHEMES.
 */
export const detectVersification = (shapes: ReadonlyMap<number, readonly number[]>): Versification => {
  const books = BOOKS.filter((book) => shapes.has(book.index))
  const misfit = (scheme: Scheme, book: Book) => differences(scheme, book, shapes.get(book.index) ?? [])
  const whole = bestOf((scheme) => books.reduce((sum, book) => sum + misfit(scheme, book), 0))
  const exceptions = books.flatMap((book) => {
    const own = bestOf((scheme) => misfit(scheme, book))
    return misfit(own, book) < misfit(whole, book) ? [`${book.usfm}=${own}`] : []
  })
  return [whole, ...exceptions].join(' ')
}
