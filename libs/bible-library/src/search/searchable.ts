import type { VerseWord } from '../words/verse-words.ts'
import { type IndexedTerm, type IndexedVersion, lengthNormsOf, newRoom } from './match-version.ts'
import { indexOf } from './postings.ts'
import type { NumbersOfLemma } from './query.ts'

// Versions as searches see them, whatever keeps what was indexed of them. Pure.

/** What was indexed of a version (collect-terms.ts). */
export type VersionRow = {
  number: number
  version: string
  language: string
  verse_ids: Uint8Array
  standard_ids: Uint8Array
  joined: Uint8Array
  lengths: Uint8Array
}
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

/** The slots that these versions share. */
export const slotsOf = (rows: readonly VersionRow[]): Slots => {
  let ids: Uint32Array = new Uint32Array(0)
  for (const { standard_ids, joined } of rows) {
    const covered = asUint32(joined).filter((_, at) => at % 2 === 1)
    ids = united(united(ids, asUint32(standard_ids).sort()), covered.sort())
  }
  const books = new Uint8Array(ids.length)
  for (let slot = 0; slot < ids.length; slot++) books[slot] = Math.floor((ids[slot] as number) / 1_000_000)
  return { ids, books }
}

/** A version in the slots that it shares with others. */
export const searchableVersion = (row: VersionRow, { ids }: Slots): SearchableVersion => {
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

/** What searches read. */
export type SearchIndex = {
  /** Runs `work` on one view of the index for versions, terms and texts, whatever changes it meanwhile. */
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
  /** The words of the original beneath it. */
  wordsOf(number: number, id: number): readonly VerseWord[]
  /** The numbers of the lexicon's words that are spelt so. */
  readonly numbersOfLemma: NumbersOfLemma
  /** The words of the texts in English, each with the number of verses that have it. */
  englishWords(): ReadonlyMap<string, number>
}

/** Reads lists of words as collect-terms.ts writes them. */
export const wordsIn = (lists: readonly string[]): Map<string, number> => {
  const words = new Map<string, number>()
  for (const list of lists)
    for (const line of list.split('\n')) {
      const space = line.indexOf(' ')
      const word = line.slice(0, space)
      if (space > 0) words.set(word, (words.get(word) ?? 0) + Number(line.slice(space + 1)))
    }
  return words
}
