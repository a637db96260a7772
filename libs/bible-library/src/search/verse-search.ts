import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { verseRow } from '../schema.ts'
import { type Mark, marksIn } from './marks.ts'
import {
  type IndexedTerm,
  type IndexedVersion,
  lengthNormsOf,
  matchVersion,
  newRoom,
  type VersionMatch,
} from './match-version.ts'
import { indexOf, sizeOf, unpackPostings } from './postings.ts'
import { parseQuery } from './query.ts'

/** Where a page of hits ended: the order of hits is by score, then verse, then version. */
export type HitPosition = { readonly score: number; readonly id: number; readonly version: string }

export type Hit = {
  /** Verse id in the version's own numbering. */
  readonly id: number
  readonly version: string
  readonly text: string
  readonly marks: Mark[]
}

export type SearchPage = {
  /** Verses found in all the versions asked for, not only on this page. */
  readonly total: number
  /** How many of them are in each book (index 1-66), in the order of books; books without any are left out. */
  readonly books: { readonly book: number; readonly count: number }[]
  /** Best first. */
  readonly hits: Hit[]
  /** Where the next page begins; null on the last one. */
  readonly next: HitPosition | null
}

export type SearchRequest = {
  /** What a person typed: parseQuery (query.ts) says what it means. */
  readonly query: string
  /** Codes of versions; all that are indexed when absent. Unknown ones find nothing. */
  readonly versions?: readonly string[] | undefined
  /** Index of a book, 1-66. */
  readonly book?: number | undefined
  readonly after?: HitPosition | undefined
  /** Hits on a page, 1 or more. */
  readonly limit: number
}

export type VerseSearch = {
  /** One page of what a query finds. Takes a few milliseconds at most, whatever the query. */
  find(request: SearchRequest): SearchPage
}

type Ranked = HitPosition & { readonly match: VersionMatch; readonly number: number }

const BOOK_STEP = 1_000_000

/** Negative when `a` comes first. */
const byRank = (a: HitPosition, b: HitPosition): number =>
  b.score - a.score || a.id - b.id || (a.version < b.version ? -1 : a.version > b.version ? 1 : 0)

/** Keeps the best `limit` of what is offered, in order. */
class Best {
  readonly kept: Ranked[] = []
  /** What scores less than this is not kept: most need not be offered. */
  threshold = Number.NEGATIVE_INFINITY
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(hit: Ranked): void {
    let low = 0
    let high = this.kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byRank(this.kept[middle] as Ranked, hit) < 0) low = middle + 1
      else high = middle
    }
    this.kept.splice(low, 0, hit)
    if (this.kept.length > this.#limit) this.kept.pop()
    if (this.kept.length === this.#limit) this.threshold = this.kept.at(-1)?.score ?? this.threshold
  }
}

type VersionRow = { number: number; version: string; language: string; verse_ids: Uint8Array; lengths: Uint8Array }
type TermRow = { row: number; term: string; verses: number; tally: Uint8Array }

/** A searchable version, with its number in the file and where its books begin. */
type SearchableVersion = IndexedVersion & {
  readonly number: number
  /** For each book index from 0 to 100 the place of its first verse, or of the next book's. */
  readonly bookStarts: Uint32Array
}

const BOOKS_MAX = 100

/** Most memory that lists may take: enough for all words of two Bibles, or the common ones of many. */
const KEPT_BYTES = 16_000_000
/** About what an entry takes beside its lists. */
const ENTRY_BYTES = 200

const bookStartsOf = (ids: Uint32Array): Uint32Array => {
  const starts = new Uint32Array(BOOKS_MAX + 1).fill(ids.length)
  for (let place = ids.length - 1, book = BOOKS_MAX; book >= 0; book--) {
    while (place >= 0 && (ids[place] as number) >= book * BOOK_STEP) place--
    starts[book] = place + 1
  }
  return starts
}

const searchableVersion = (row: VersionRow): SearchableVersion => {
  const verseIds = new Uint32Array(row.verse_ids.slice().buffer)
  return {
    number: row.number,
    code: row.version,
    language: row.language,
    verseIds,
    lengthNorms: lengthNormsOf(new Uint16Array(row.lengths.slice().buffer)),
    room: newRoom(verseIds.length),
    bookStarts: bookStartsOf(verseIds),
  }
}

/** Adds how many of the verses, ascending places, are in each book. */
const countBooks = (counts: Uint32Array, verses: Uint32Array, { bookStarts }: SearchableVersion) => {
  for (let book = 0; book < BOOKS_MAX; book++) {
    const [from, to] = [bookStarts[book] as number, bookStarts[book + 1] as number]
    if (from < to) counts[book] = (counts[book] as number) + indexOf(verses, to) - indexOf(verses, from)
  }
}

/**
 * Search over the library's index (fts.ts).
 * @param db the library; only read. A library of which nothing was indexed yet finds nothing
 */
export const openVerseSearch = (db: DatabaseSync): VerseSearch => {
  const change = db.prepare('SELECT data_version AS others, total_changes() AS own FROM pragma_data_version')
  const hasIndex = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_term'")
  const open = () => {
    const versions = db.prepare(
      `SELECT number, version, v.language, verse_ids, lengths FROM search_version JOIN version v ON v.code = version
       ORDER BY version`,
    )
    const terms = db.prepare('SELECT rowid AS row, term, verses, tally FROM search_term WHERE version = ? AND stem = ?')
    const places = db.prepare('SELECT places FROM search_term WHERE rowid = ?')
    const text = db.prepare('SELECT text FROM verse WHERE row = ?')
    return {
      versions: () => (versions.all() as VersionRow[]).map(searchableVersion),
      termsOf: (version: string, stem: string): IndexedTerm[] =>
        (terms.all(version, stem) as TermRow[]).map(({ row, term, verses, tally }) => ({
          term,
          postings: unpackPostings(verses, tally, () => (places.get(row) as { places: Uint8Array }).places),
        })),
      textOf: (number: number, id: number) => String(text.get(verseRow(number, id))?.text ?? ''),
    }
  }
  let index: ReturnType<typeof open> | undefined
  let versions: SearchableVersion[] = []
  let seen = ''
  /** Unpacked lists by version and stem: people look for the same words, and the common ones take longest to unpack. */
  const kept = new LRUCache<string, readonly IndexedTerm[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (terms) => terms.reduce((bytes, { postings }) => bytes + sizeOf(postings), ENTRY_BYTES),
  })

  /** The versions as they are now: another process may have imported one since. */
  const refresh = (): ReturnType<typeof open> | undefined => {
    if (index === undefined && hasIndex.get() !== undefined) index = open()
    const { others, own } = change.get() as { others: number; own: number }
    if (index !== undefined && seen !== `${others} ${own}`) {
      versions = index.versions()
      kept.clear()
      seen = `${others} ${own}`
    }
    return index
  }

  const termsIn = (version: string) => (stem: string) => {
    const key = `${version} ${stem}`
    let terms = kept.get(key)
    if (terms === undefined) {
      terms = index?.termsOf(version, stem) ?? []
      kept.set(key, terms)
    }
    return terms
  }

  const find = ({ query, versions: codes, book, after, limit }: SearchRequest): SearchPage => {
    const parts = parseQuery(query)
    const counts = new Uint32Array(BOOKS_MAX + 1)
    const best = new Best(limit + 1)
    const ceiling = after?.score ?? Number.POSITIVE_INFINITY
    const file = refresh()
    let total = 0
    for (const version of file === undefined ? [] : versions) {
      if (codes !== undefined && !codes.includes(version.code)) continue
      const from = book === undefined ? 0 : (version.bookStarts[book] ?? 0)
      const to = book === undefined ? version.verseIds.length : (version.bookStarts[book + 1] ?? 0)
      const match = matchVersion(version, parts, termsIn(version.code), from, to)
      total += match.verses.length
      countBooks(counts, match.verses, version)
      for (let i = 0; i < match.scores.length; i++) {
        const score = match.scores[i] as number
        if (score < best.threshold || score > ceiling) continue
        const id = version.verseIds[match.verses[i] as number] as number
        const hit = { score, id, version: version.code, match, number: version.number }
        if (after === undefined || byRank(hit, after) > 0) best.offer(hit)
      }
    }
    const page = best.kept.slice(0, limit)
    const last = page.at(-1)
    return {
      total,
      books: [...counts].flatMap((count, index) => (count === 0 ? [] : [{ book: index, count }])),
      hits: page.map(({ id, version, match, number }) => {
        const text = file?.textOf(number, id) ?? ''
        return { id, version, text, marks: marksIn(text, match.marked) }
      }),
      next:
        best.kept.length > limit && last !== undefined
          ? { score: last.score, id: last.id, version: last.version }
          : null,
    }
  }

  return {
    find(request) {
      // One view of the file for versions, terms and texts, while an import may be committing.
      if (db.isTransaction) return find(request)
      db.exec('BEGIN')
      try {
        return find(request)
      } finally {
        db.exec('COMMIT')
      }
    },
  }
}
