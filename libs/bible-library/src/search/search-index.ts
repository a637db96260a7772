import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { verseRow } from '../schema.ts'
import { type IndexedTerm, type IndexedVersion, lengthNormsOf, newRoom } from './match-version.ts'
import { indexOf, sizeOf, unpackPostings } from './postings.ts'

type VersionRow = {
  number: number
  version: string
  language: string
  verse_ids: Uint8Array
  standard_ids: Uint8Array
  joined: Uint8Array
  lengths: Uint8Array
}
type TermRow = { row: number; term: string; verses: number; tally: Uint8Array }

/**
 * A version as searches see it. Its verses stand in slots that all versions share: one for each verse of the standard
 * numbering that any of them has, so that the same verse is in the same slot whatever its number.
 */
export type SearchableVersion = IndexedVersion & {
  /** Its number in the file. */
  readonly number: number
  /** For each place in the version the slot it stands in. Neighbours may share one: a verse that the version divides. */
  readonly slots: Uint32Array
  /** For each slot the first place that stands in it, plus one; 0 where the version has none. */
  readonly firstPlaces: Uint32Array
  /** Further slots that the text of a place covers: [place, slot], as of joined verses. */
  readonly joined: readonly (readonly [place: number, slot: number])[]
}

/** The slots that all versions share. */
export type Slots = {
  /** The standard id of each slot, ascending. */
  readonly ids: Uint32Array
  /** The index of its book. */
  readonly books: Uint8Array
}

/** Most memory that lists may take: enough for the common words of a dozen Bibles. Bytes. */
const KEPT_BYTES = 48_000_000
/** About what an entry takes beside its lists. */
const ENTRY_BYTES = 200

const asUint32 = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.slice().buffer)

/** Both lists, ascending, as one without repeats. */
const united = (a: Uint32Array, b: Uint32Array): Uint32Array => {
  const all = new Uint32Array(a.length + b.length)
  let length = 0
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const left = i < a.length ? (a[i] as number) : Number.MAX_SAFE_INTEGER
    const right = j < b.length ? (b[j] as number) : Number.MAX_SAFE_INTEGER
    const least = Math.min(left, right)
    if (left === least) i++
    if (right === least) j++
    if (length === 0 || all[length - 1] !== least) all[length++] = least
  }
  return all.subarray(0, length)
}

const slotsOf = (rows: readonly VersionRow[]): Slots => {
  let ids: Uint32Array = new Uint32Array(0)
  for (const { standard_ids, joined } of rows) {
    const covered = asUint32(joined).filter((_, at) => at % 2 === 1)
    ids = united(united(ids, asUint32(standard_ids).sort()), covered.sort())
  }
  const books = new Uint8Array(ids.length)
  for (let slot = 0; slot < ids.length; slot++) books[slot] = Math.floor((ids[slot] as number) / 1_000_000)
  return { ids, books }
}

const searchableVersion = (row: VersionRow, { ids }: Slots): SearchableVersion => {
  const verseIds = asUint32(row.verse_ids)
  const standard = asUint32(row.standard_ids)
  const slots = new Uint32Array(verseIds.length)
  const firstPlaces = new Uint32Array(ids.length)
  for (let place = 0, slot = 0; place < slots.length; place++) {
    const id = standard[place] as number
    // Nearly always it is the next one.
    if (ids[slot] !== id && ids[++slot] !== id) slot = indexOf(ids, id)
    slots[place] = slot
    if (firstPlaces[slot] === 0) firstPlaces[slot] = place + 1
  }
  const pairs = asUint32(row.joined)
  return {
    number: row.number,
    code: row.version,
    language: row.language,
    verseIds,
    lengthNorms: lengthNormsOf(new Uint16Array(row.lengths.slice().buffer)),
    room: newRoom(verseIds.length),
    slots,
    firstPlaces,
    joined: Array.from({ length: pairs.length / 2 }, (_, at) => [
      pairs[2 * at] as number,
      indexOf(ids, pairs[2 * at + 1] as number),
    ]),
  }
}

/** What searches read of the library's index (index-version.ts). */
export type SearchIndex = {
  /** Runs `work` on one view of the file for versions, terms and texts, while an import may be committing. */
  reading<T>(work: (view: SearchView) => T): T
}
export type SearchView = {
  readonly slots: Slots
  /** Those that are indexed, in order of their codes. */
  readonly versions: readonly SearchableVersion[]
  /** The index rows of a stem in a version. */
  termsIn(version: string): (stem: string) => readonly IndexedTerm[]
  /** The text of a verse of a version, by its number in the file; empty when it is not there. */
  textOf(number: number, id: number): string
  /** The words of the texts in English, each with the number of verses that have it. */
  englishWords(): ReadonlyMap<string, number>
}

const NO_SLOTS: Slots = { ids: new Uint32Array(0), books: new Uint8Array(0) }

/** @param db the library; only read. A library of which nothing was indexed yet has no versions */
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
    return {
      versions: () => versions.all() as VersionRow[],
      termsOf: (version: string, stem: string): IndexedTerm[] =>
        (terms.all(version, stem) as TermRow[]).map(({ row, term, verses, tally }) => ({
          term,
          postings: unpackPostings(verses, tally, () => (places.get(row) as { places: Uint8Array }).places),
        })),
      words: () => words.all().map((row) => String(row.words)),
    }
  }
  const text = db.prepare('SELECT text FROM verse WHERE row = ?')
  let tables: ReturnType<typeof open> | undefined
  let slots = NO_SLOTS
  let versions: readonly SearchableVersion[] = []
  let words: ReadonlyMap<string, number> | null = null
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
  const englishWords = () => {
    words ??= wordsIn(tables?.words() ?? [])
    return words
  }

  /** The file as it is now: another process may have imported a version since. */
  const view = (): SearchView => {
    if (tables === undefined && hasIndex.get() !== undefined) tables = open()
    const { others, own } = change.get() as { others: number; own: number }
    if (tables !== undefined && seen !== `${others} ${own}`) {
      const rows = tables.versions()
      slots = slotsOf(rows)
      versions = rows.map((row) => searchableVersion(row, slots))
      words = null
      kept.clear()
      seen = `${others} ${own}`
    }
    return { slots, versions, termsIn, textOf, englishWords }
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

/** Reads lists of words as index-version.ts writes them. */
const wordsIn = (lists: readonly string[]): Map<string, number> => {
  const words = new Map<string, number>()
  for (const list of lists)
    for (const line of list.split('\n')) {
      const space = line.indexOf(' ')
      const word = line.slice(0, space)
      if (space > 0) words.set(word, (words.get(word) ?? 0) + Number(line.slice(space + 1)))
    }
  return words
}
