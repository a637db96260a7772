import type { AboutText } from '@pathlight/contracts/about-text.ts'
import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import { readAbout } from './about-version.ts'
import type { InstalledVersion, Library } from './library.ts'
import { verseRow } from './schema.ts'
import { expectedVerses, indexedVerses } from './verify-version.ts'

/** The most verses that `leftOut` lists. `leftOutTotal` counts all verses that a version leaves out. */
const MOST_OMISSIONS = 100

/**
 * The ids of all verses that a version covers, by book, and the number of its rows of text. One row can cover several
 * verses.
 */
const coverageOf = (library: Library, { code, number }: InstalledVersion) => {
  const ids = indexedVerses(library, code) ?? new Uint32Array(0)
  const first = verseRow(number, 0)
  const joined = library.db
    .prepare('SELECT row - ? AS id, through FROM verse WHERE row BETWEEN ? AND ? AND through IS NOT NULL')
    .all(first, first, verseRow(number + 1, 0) - 1) as { id: number; through: number }[]
  const byBook = new Map<number, Set<number>>()
  const cover = (id: number) => {
    const book = Math.floor(id / 1_000_000)
    const covered = byBook.get(book) ?? new Set()
    byBook.set(book, covered.add(id))
  }
  for (const id of ids) cover(id)
  for (const { id, through } of joined) for (let at = id + 1; at % 1000 <= through; at++) cover(at)
  return { byBook, texts: ids.length }
}

const sourceOf = (
  library: Library,
  version: InstalledVersion,
): Pick<AboutText, 'format' | 'from' | 'odd' | 'oddTotal'> => {
  const about = readAbout(library.db, version.code)
  if (about === null) {
    const kind = version.source === 'built-in' ? ('built-in' as const) : ('file' as const)
    return { format: null, from: { kind, name: null, website: null, licenceUrl: null }, odd: [], oddTotal: 0 }
  }
  const { format, source, odd, oddTotal } = about
  const from =
    source.kind === 'file'
      ? { kind: source.kind, name: source.name, website: null, licenceUrl: null }
      : { kind: source.kind, name: source.id, website: source.website, licenceUrl: source.licenceUrl }
  return { format, from, odd: [...odd], oddTotal }
}

/**
 * The numbering of a version, and the books that follow another numbering. In `eng 2CO=org`, 2 Corinthians follows
 * `org`.
 */
const numberingOf = (versification: string): AboutText['numbering'] => {
  const [scheme = 'eng', ...others] = versification.split(' ')
  const exceptions = others.map((one) => one.split('=') as [string, string])
  return {
    scheme,
    exceptions: exceptions.flatMap(([usfm, other]) => {
      const book = findBook(usfm)
      return book ? [{ book: book.name.en, scheme: other }] : []
    }),
  }
}

const describe = (library: Library, version: InstalledVersion): AboutText => {
  const { byBook, texts } = coverageOf(library, version)
  const leftOut: number[] = []
  const books = version.books.flatMap((index) => {
    const book = bookByIndex(index)
    const covered = byBook.get(index)
    if (book === null || covered === undefined) return []
    const chapters = new Set<number>()
    for (const id of covered) chapters.add(Math.floor(id / 1000))
    const expected = expectedVerses(version.versification, index)
    // The verses of a chapter that is missing as a whole do not count as left out.
    for (const id of expected) if (!covered.has(id) && chapters.has(Math.floor(id / 1000))) leftOut.push(id)
    return [{ book: book.name.en, chapters: chapters.size, verses: covered.size, expected: expected.length }]
  })
  const { code, name, localName, language, direction, licence, copyright, versification } = version
  const addedAt = library.db.prepare('SELECT added_at FROM version WHERE number = ?').get(version.number)?.added_at
  return {
    ...{ code, name, localName, language, direction, licence, copyright },
    addedAt: String(addedAt),
    ...sourceOf(library, version),
    counts: {
      books: books.length,
      chapters: books.reduce((sum, { chapters }) => sum + chapters, 0),
      verses: texts,
    },
    books,
    numbering: numberingOf(versification),
    leftOut: leftOut.slice(0, MOST_OMISSIONS),
    leftOutTotal: leftOut.length,
  }
}

/**
 * Returns a function that describes the version with a code, or returns null if the library has no such version. A
 * description is cached until the version's text changes.
 */
export const openAboutTexts = (library: Library): ((code: string) => AboutText | null) => {
  const cache = new Map<string, { fingerprint: string; about: AboutText }>()
  return (code) => {
    const version = library.version(code)
    if (version === null) return null
    const cached = cache.get(version.code)
    if (cached?.fingerprint === version.fingerprint) return cached.about
    const about = describe(library, version)
    cache.set(version.code, { fingerprint: version.fingerprint, about })
    return about
  }
}
