import type { Found } from '@pathlight/contracts/bible.ts'
import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import { openRowOf } from '../joined-verses.ts'
import type { InstalledVersion, Library } from '../library.ts'
import { passageRange } from '../passage-range.ts'
import { verseRow } from '../schema.ts'
import { writeCursor } from './cursor.ts'
import { type Hit, type HitPosition, openVerseSearch, type SearchPage, type SearchRequest } from './verse-search.ts'

export type FindVerses = (request: SearchRequest) => Found

/** The references that a query consists of. A book's name alone is looked for as a word, and offered as its first chapter. */
const referencesIn = (query: string): { reference: Reference | null; passages: readonly Reference[] } => {
  const book = findBook(query)
  if (book !== null) {
    const reference = { book: book.name.en, chapter: 1, verse: null, endChapter: 1, endVerse: null }
    return { reference, passages: [] }
  }
  if (!/\d/.test(query)) return { reference: null, passages: [] }
  const parsed = parseReferences(query)
  const passages = parsed.status === 'parsed' ? parsed.references : []
  return { reference: passages[0] ?? null, passages }
}

/**
 * Finds verses for the search page: those that a reference names, in the order of the Bible, or those that words are in,
 * best first. Every version that is here, unless versions are named.
 */
export const openFindVerses = (library: Library): FindVerses => {
  const search = openVerseSearch(library.db)
  const count = library.db.prepare('SELECT count(*) AS verses FROM verse WHERE row BETWEEN ? AND ?')
  const rowOf = openRowOf(library.db)
  const rows = library.db.prepare('SELECT row, text FROM verse WHERE row BETWEEN ? AND ? ORDER BY row LIMIT ?')

  /** One passage of one version, from a verse on. */
  const passageOf = (
    version: InstalledVersion,
    reference: Reference,
    after: HitPosition | undefined,
    limit: number,
  ) => {
    const range = passageRange(reference, version.versification)
    if (range === null) return { total: 0, hits: [] }
    const row = (id: number) => verseRow(version.number, id)
    const begin = rowOf(row(range.from)) - row(0)
    const { verses } = count.get(row(begin), row(range.through)) as { verses: number }
    // Where a page ended inside this verse, the versions up to the last one shown are done with it.
    const done = after !== undefined && version.code <= after.version ? 1 : 0
    const from = after === undefined ? begin : Math.max(begin, after.id + done)
    const found = rows.all(row(from), row(range.through), limit) as { row: number; text: string }[]
    return {
      total: verses,
      hits: found.map(({ row: at, text }): Hit => ({ id: at - row(0), version: version.code, text, marks: [] })),
    }
  }

  const readPassages = (passages: readonly Reference[], request: SearchRequest): SearchPage => {
    const { versions, book, after, limit } = request
    const counts = new Map<number, number>()
    const hits = new Map<string, Hit>()
    for (const passage of passages) {
      const index = findBook(passage.book)?.index ?? 0
      if (book !== undefined && index !== book) continue
      for (const version of library.installed()) {
        if (versions !== undefined && !versions.includes(version.code)) continue
        const found = passageOf(version, passage, after, limit + 1)
        if (found.total > 0) counts.set(index, (counts.get(index) ?? 0) + found.total)
        for (const hit of found.hits) hits.set(`${hit.id} ${hit.version}`, hit)
      }
    }
    const inOrder = [...hits.values()].sort((a, b) => a.id - b.id || (a.version < b.version ? -1 : 1))
    const page = inOrder.slice(0, limit)
    const last = page.at(-1)
    return {
      total: [...counts.values()].reduce((sum, verses) => sum + verses, 0),
      books: [...counts].sort(([a], [b]) => a - b).map(([of, verses]) => ({ book: of, count: verses })),
      hits: page,
      next: inOrder.length > limit && last !== undefined ? { score: 0, id: last.id, version: last.version } : null,
    }
  }

  const bookNamed = (index: number): string => bookByIndex(index)?.name.en ?? ''

  return (request) => {
    const { reference, passages } = referencesIn(request.query.normalize('NFKC').trim())
    const page = passages.length > 0 ? readPassages(passages, request) : search.find(request)
    return {
      reference,
      total: page.total,
      books: page.books.map(({ book, count: verses }) => ({ book: bookNamed(book), count: verses })),
      hits: page.hits.map(({ id, ...hit }) => ({
        id,
        book: bookNamed(Math.floor(id / 1_000_000)),
        chapter: Math.floor(id / 1000) % 1000,
        verse: id % 1000,
        ...hit,
      })),
      next: page.next === null ? null : writeCursor(page.next),
    }
  }
}
