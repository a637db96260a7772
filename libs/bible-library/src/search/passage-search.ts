import type { DatabaseSync } from 'node:sqlite'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { openRowOf } from '../joined-verses.ts'
import { type PassageRange, passageRange } from '../passage-range.ts'
import { verseRow } from '../schema.ts'
import { indexOf } from './postings.ts'
import { BOOKS_MAX, type SearchableVersion, type SearchIndex, type SearchView } from './search-index.ts'
import type { SearchPage, SearchRequest } from './verse-search.ts'

/** Passages instead of words; at most 100 of them. */
export type PassageRequest = Omit<SearchRequest, 'query'> & { readonly passages: readonly Reference[] }

export type PassageSearch = {
  /** One page of the verses of passages, in the order of the Bible, then of the versions' codes. */
  find(request: PassageRequest): SearchPage
}

/** A run of a version's verses: places in the version, the end exclusive. */
type Run = { readonly from: number; readonly to: number }

/** Runs in order, those that touch as one: no verse is counted or shown twice. */
const merged = (runs: readonly Run[]): Run[] => {
  const inOrder = runs.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  const one: Run[] = []
  for (const run of inOrder) {
    const before = one.at(-1)
    if (before !== undefined && run.from <= before.to)
      one[one.length - 1] = { from: before.from, to: Math.max(before.to, run.to) }
    else one.push(run)
  }
  return one
}

/** Adds how many verses of the runs are in each book. */
const countBooks = (counts: Uint32Array, runs: readonly Run[], { bookStarts, verseIds }: SearchableVersion) => {
  for (const { from, to } of runs) {
    const last = Math.floor((verseIds[to - 1] as number) / 1_000_000)
    for (let book = Math.floor((verseIds[from] as number) / 1_000_000); book <= last; book++) {
      const [begins, ends] = [bookStarts[book] as number, bookStarts[book + 1] as number]
      counts[book] = (counts[book] as number) + Math.max(0, Math.min(to, ends) - Math.max(from, begins))
    }
  }
}

/** Reads passages by the lists of verses that the index keeps in memory: only the texts of a page come from the file. */
export const openPassageSearch = (index: SearchIndex, db: DatabaseSync): PassageSearch => {
  const versificationOf = db.prepare('SELECT versification FROM version WHERE number = ?')
  const rowOf = openRowOf(db)

  const runOf = ({ number, verseIds }: SearchableVersion, { from, through }: PassageRange): Run => {
    const first = indexOf(verseIds, from)
    // A verse that does not begin here may be in joined ones that begin before it.
    const within = verseIds[first] !== from && rowOf(verseRow(number, from)) !== verseRow(number, from)
    return { from: within ? first - 1 : first, to: indexOf(verseIds, through + 1) }
  }

  const findIn = (view: SearchView, { passages, versions, book, after, limit }: PassageRequest): SearchPage => {
    const counts = new Uint32Array(BOOKS_MAX + 1)
    const hits: { id: number; version: SearchableVersion }[] = []
    const asked = passages.filter(({ book: name }) => book === undefined || findBook(name)?.index === book)
    for (const version of view.versions) {
      if (versions !== undefined && !versions.includes(version.code)) continue
      const versification = String(versificationOf.get(version.number)?.versification ?? 'eng')
      const ranges = asked.map((passage) => passageRange(passage, versification)).filter((range) => range !== null)
      const runs = merged(ranges.map((range) => runOf(version, range)))
      countBooks(counts, runs, version)
      // Where a page ended inside this verse, the versions up to the last one shown are done with it.
      const done = after !== undefined && version.code <= after.version ? 1 : 0
      const start = after === undefined ? 0 : indexOf(version.verseIds, after.id + done)
      let room = limit + 1
      for (const { from, to } of runs)
        for (let at = Math.max(from, start); at < to && room > 0; at++, room--)
          hits.push({ id: version.verseIds[at] as number, version })
    }
    hits.sort((a, b) => a.id - b.id || (a.version.code < b.version.code ? -1 : 1))
    const page = hits.slice(0, limit)
    const last = page.at(-1)
    return {
      total: counts.reduce((sum, verses) => sum + verses, 0),
      books: [...counts].flatMap((count, of) => (count === 0 ? [] : [{ book: of, count }])),
      hits: page.map(({ id, version: { code, number } }) => ({
        id,
        version: code,
        text: view.textOf(number, id),
        marks: [],
      })),
      next: hits.length > limit && last !== undefined ? { score: 0, id: last.id, version: last.version.code } : null,
    }
  }

  return { find: (request) => index.reading((view) => findIn(view, request)) }
}
