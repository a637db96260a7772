import { type Mark, marksIn } from './marks.ts'
import { matchVersion, type VersionMatch } from './match-version.ts'
import { indexOf } from './postings.ts'
import { parseQuery } from './query.ts'
import { BOOKS_MAX, type SearchableVersion, type SearchIndex, type SearchView } from './search-index.ts'

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

/** Adds how many of the verses, ascending places, are in each book. */
const countBooks = (counts: Uint32Array, verses: Uint32Array, { bookStarts }: SearchableVersion) => {
  for (let book = 0; book < BOOKS_MAX; book++) {
    const [from, to] = [bookStarts[book] as number, bookStarts[book + 1] as number]
    if (from < to) counts[book] = (counts[book] as number) + indexOf(verses, to) - indexOf(verses, from)
  }
}

const findIn = (view: SearchView, { query, versions: codes, book, after, limit }: SearchRequest): SearchPage => {
  const parts = parseQuery(query)
  const counts = new Uint32Array(BOOKS_MAX + 1)
  const best = new Best(limit + 1)
  const ceiling = after?.score ?? Number.POSITIVE_INFINITY
  let total = 0
  for (const version of view.versions) {
    if (codes !== undefined && !codes.includes(version.code)) continue
    const from = book === undefined ? 0 : (version.bookStarts[book] ?? 0)
    const to = book === undefined ? version.verseIds.length : (version.bookStarts[book + 1] ?? 0)
    const match = matchVersion(version, parts, view.termsIn(version.code), from, to)
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
      const text = view.textOf(number, id)
      return { id, version, text, marks: marksIn(text, match.marked) }
    }),
    next:
      best.kept.length > limit && last !== undefined ? { score: last.score, id: last.id, version: last.version } : null,
  }
}

/** Search for words over the library's index. */
export const openVerseSearch = (index: SearchIndex): VerseSearch => ({
  find: (request) => index.reading((view) => findIn(view, request)),
})
