import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { verseRow } from '../schema.ts'
import { type IndexedTerm, type IndexedVersion, lengthNormsOf, newRoom } from './match-version.ts'
import { sizeOf, unpackPostings } from './postings.ts'

type VersionRow = { number: number; version: string; language: string; verse_ids: Uint8Array; lengths: Uint8Array }
type TermRow = { row: number; term: string; verses: number; tally: Uint8Array }

/** A searchable version, with its number in the file and where its books begin. */
export type SearchableVersion = IndexedVersion & {
  readonly number: number
  /** For each book index from 0 to 100 the place of its first verse, or of the next book's. */
  readonly bookStarts: Uint32Array
}

/** Above the index of every book. */
export const BOOKS_MAX = 100

/** Most memory that lists may take: enough for all words of two Bibles, or the common ones of many. */
const KEPT_BYTES = 16_000_000
/** About what an entry takes beside its lists. */
const ENTRY_BYTES = 200

const BOOK_STEP = 1_000_000

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

/** What searches read of the library's index (fts.ts). */
export type SearchIndex = {
  /** Runs `work` on one view of the file for versions, terms and texts, while an import may be committing. */
  reading<T>(work: (view: SearchView) => T): T
}
export type SearchView = {
  /** Those that are indexed, in order of their codes. */
  readonly versions: readonly SearchableVersion[]
  /** The index rows of a stem in a version. */
  termsIn(version: string): (stem: string) => readonly IndexedTerm[]
  /** The text of a verse of a version, by its number in the file; empty when it is not there. */
  textOf(number: number, id: number): string
}

/** @param db the library; only read. A library of which nothing was indexed yet has no versions */
export const openSearchIndex = (db: DatabaseSync): SearchIndex => {
  const change = db.prepare('SELECT data_version AS others, total_changes() AS own FROM pragma_data_version')
  const hasIndex = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_term'")
  const open = () => {
    const versions = db.prepare(
      `SELECT number, version, v.language, verse_ids, lengths FROM search_version JOIN version v ON v.code = version
       ORDER BY version`,
    )
    const terms = db.prepare('SELECT rowid AS row, term, verses, tally FROM search_term WHERE version = ? AND stem = ?')
    const places = db.prepare('SELECT places FROM search_term WHERE rowid = ?')
    return {
      versions: () => (versions.all() as VersionRow[]).map(searchableVersion),
      termsOf: (version: string, stem: string): IndexedTerm[] =>
        (terms.all(version, stem) as TermRow[]).map(({ row, term, verses, tally }) => ({
          term,
          postings: unpackPostings(verses, tally, () => (places.get(row) as { places: Uint8Array }).places),
        })),
    }
  }
  const text = db.prepare('SELECT text FROM verse WHERE row = ?')
  let tables: ReturnType<typeof open> | undefined
  let versions: readonly SearchableVersion[] = []
  let seen = ''
  /** Unpacked lists by version and stem: people look for the same words, and the common ones take longest to unpack. */
  const kept = new LRUCache<string, readonly IndexedTerm[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (terms) => terms.reduce((bytes, { postings }) => bytes + sizeOf(postings), ENTRY_BYTES),
  })

  const termsIn = (version: string) => (stem: string) => {
    const key = `${version} ${stem}`
    let terms = kept.get(key)
    if (terms === undefined) {
      terms = tables?.termsOf(version, stem) ?? []
      kept.set(key, terms)
    }
    return terms
  }
  const textOf = (number: number, id: number) => String(text.get(verseRow(number, id))?.text ?? '')

  /** The file as it is now: another process may have imported a version since. */
  const view = (): SearchView => {
    if (tables === undefined && hasIndex.get() !== undefined) tables = open()
    const { others, own } = change.get() as { others: number; own: number }
    if (tables !== undefined && seen !== `${others} ${own}`) {
      versions = tables.versions()
      kept.clear()
      seen = `${others} ${own}`
    }
    return { versions, termsIn, textOf }
  }

  return {
    reading: (work) => {
      if (db.isTransaction) return work(view())
      db.exec('BEGIN')
      try {
        return work(view())
      } finally {
        db.exec('COMMIT')
      }
    },
  }
}
