import type { DatabaseSync } from 'node:sqlite'
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { LRUCache } from 'lru-cache'
import type { Library } from '../library.ts'
import { verseRow } from '../schema.ts'
import { numbersOfLemma } from '../words/lexicon.ts'
import { unpackWords } from '../words/packed-words.ts'
import { type FindRequest, type FindVerses, findVersesIn, findVersesInSteps } from './find-verses.ts'
import type { IndexedTerm } from './match-version.ts'
import { sizeOf, unpackPostings } from './postings.ts'
import {
  type SearchableVersion,
  type SearchIndex,
  type SearchView,
  type Slots,
  searchableVersion,
  slotsOf,
  sortedWords,
  type VersionRow,
  wordCounts,
} from './searchable.ts'

type TermRow = { row: number; term: string; verses: number; tally: Uint8Array }

/** The size of the cache of unpacked terms, in bytes: the common words of a dozen Bibles. */
const CACHE_BYTES = 48_000_000
/** Roughly the memory of a cache entry without its postings, in bytes. */
const ENTRY_BYTES = 200

/** How many chapters of original words stay unpacked. Each takes about 60 kB. */
const CHAPTERS_MAX = 300

const NO_SLOTS: Slots = { ids: new Uint32Array(0), books: new Uint8Array(0) }

/**
 * Opens the search index of a library. Without an indexed version the index is empty.
 * @param db is only read
 */
export const openSearchIndex = (db: DatabaseSync): SearchIndex => {
  const change = db.prepare('SELECT data_version AS others, total_changes() AS own FROM pragma_data_version')
  const hasIndex = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_term'")
  const open = () => {
    const versions = db.prepare(
      `SELECT number, version, v.language, verse_ids, standard_ids, joined, lengths
       FROM search_version JOIN version v ON v.code = version ORDER BY version`,
    )
    const terms = db.prepare('SELECT rowid AS row, term, verses, tally FROM search_term WHERE version = ? AND stem = ?')
    const places = db.prepare('SELECT places FROM search_term WHERE rowid = ?')
    const words = db.prepare(`SELECT words FROM search_version WHERE language = 'en' OR language LIKE 'en-%'`)
    const ofVersion = db.prepare('SELECT words FROM search_version WHERE version = ?')
    return {
      versions: () => versions.all() as VersionRow[],
      termsOf: (version: string, stem: string): IndexedTerm[] =>
        (terms.all(version, stem) as TermRow[]).map(({ row, term, verses, tally }) => ({
          term,
          postings: unpackPostings(verses, tally, () => (places.get(row) as { places: Uint8Array }).places),
        })),
      words: () => words.all().map((row) => String(row.words)),
      wordsOf: (version: string) => sortedWords(String(ofVersion.get(version)?.words ?? '')),
    }
  }
  const text = db.prepare('SELECT text FROM verse WHERE row = ?')
  let tables: ReturnType<typeof open> | undefined
  let slots = NO_SLOTS
  let versions: readonly SearchableVersion[] = []
  let words: ReadonlyMap<string, number> | null = null
  const sorted = new Map<string, readonly string[]>()
  /** The database's two change counters at the last read. */
  let lastChange = ''
  /** Unpacked terms by version and stem. People search for the same words, and common words take longest to unpack. */
  const cache = new LRUCache<string, readonly IndexedTerm[]>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (terms) => terms.reduce((bytes, { postings }) => bytes + sizeOf(postings), ENTRY_BYTES),
  })

  const termsIn = (version: string) => (stem: string) => {
    const key = `${version} ${stem}`
    let terms = cache.get(key)
    if (terms === undefined) {
      terms = tables?.termsOf(version, stem) ?? []
      cache.set(key, terms)
    }
    return terms
  }
  const textOf = (number: number, id: number) => String(text.get(verseRow(number, id))?.text ?? '')
  const packedWords = db.prepare('SELECT packed FROM words WHERE chapter = ?')
  /** Unpacked chapters by the key of their row. The hits of a search are often in the same chapters. */
  const chapters = new LRUCache<number, ReturnType<typeof unpackWords>>({ max: CHAPTERS_MAX })
  const wordsOf = (number: number, id: number) => {
    const row = verseRow(number, id - (id % 1000))
    let words = chapters.get(row)
    if (words === undefined) {
      const packed = packedWords.get(row)?.packed
      words = packed instanceof Uint8Array ? unpackWords(packed) : new Map()
      chapters.set(row, words)
    }
    return words.get(id % 1000) ?? []
  }
  const englishWords = () => {
    words ??= wordCounts(tables?.words() ?? [])
    return words
  }

  const wordsIn = (version: string) => {
    const own = sorted.get(version) ?? tables?.wordsOf(version) ?? []
    sorted.set(version, own)
    return own
  }

  /** The versions as the file has them now. They are read again if a process has changed the file. */
  const view = (): SearchView => {
    if (tables === undefined && hasIndex.get() !== undefined) tables = open()
    const { others, own } = change.get() as { others: number; own: number }
    if (tables !== undefined && lastChange !== `${others} ${own}`) {
      const rows = tables.versions()
      slots = slotsOf(rows)
      versions = rows.map((row) => searchableVersion(row, slots))
      words = null
      sorted.clear()
      cache.clear()
      chapters.clear()
      lastChange = `${others} ${own}`
    }
    return { slots, versions, termsIn, wordsIn, textOf, wordsOf, numbersOfLemma, englishWords }
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

export const openFindVerses = (library: Library): FindVerses => findVersesIn(openSearchIndex(library.db))

/** Searches like `openFindVerses`, with pauses between the steps. */
export const openFindVersesWithPauses = (library: Library): ((request: FindRequest) => Promise<Found>) => {
  const find = findVersesInSteps(openSearchIndex(library.db))
  return async (request) => {
    const pause = pauses()
    const steps = find(request)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      await pause()
    }
  }
}
