import type { VerseWord } from '../words/verse-words.ts'
import { stemOf } from './collect-terms.ts'
import { type IndexedTerm, type IndexedVersion, lengthNormsOf, newRoom } from './match-version.ts'
import { indexOf } from './postings.ts'
import type { NumbersOfLemma } from './query.ts'

// Versions in the form that the search needs. The module does no I/O, because the server and browsers store the index
// differently.

/** The stored index of a version. */
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
 * A version in the form that the search needs. A slot is a verse of the standard numbering. All versions share the
 * slots, so a verse has the same slot in all versions, whatever its number.
 */
export type SearchableVersion = IndexedVersion & {
  /** The version's number, by which `textOf` reads verses. */
  readonly number: number
  /**
   * For each verse (by its index in the version), its slot. Neighbouring verses share a slot if the version divides a
   * verse of the standard numbering.
   */
  readonly slots: Uint32Array
  /** For each slot, the index of its first verse plus one; 0 if the version has no verse there. */
  readonly firstPlaces: Uint32Array
  /** Further slots of verses that cover several verses of the standard numbering. `place`: the index of the verse. */
  readonly joined: readonly (readonly [place: number, slot: number])[]
}

/** The slots that all versions share: the verses of the standard numbering that any version has. */
export type Slots = {
  /** The verse id of each slot in the standard numbering, ascending. */
  readonly ids: Uint32Array
  /** The index of the book (1-66) of each slot. */
  readonly books: Uint8Array
}

const asUint32 = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.slice().buffer)

/** The union of two ascending lists, ascending and without duplicates. */
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

export const searchableVersion = (row: VersionRow, { ids }: Slots): SearchableVersion => {
  const verseIds = asUint32(row.verse_ids)
  const standard = asUint32(row.standard_ids)
  const slots = new Uint32Array(verseIds.length)
  const firstPlaces = new Uint32Array(ids.length)
  for (let place = 0, slot = 0; place < slots.length; place++) {
    const id = standard[place] as number
    // Nearly always the verse has the same slot as the verse before, or the next slot. Otherwise a binary search finds
    // it.
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

export type SearchIndex = {
  /** Runs `work` on one consistent snapshot of versions, terms and texts. */
  reading<T>(work: (view: SearchView) => T): T
}
export type SearchView = {
  readonly slots: Slots
  /** Sorted by code. */
  readonly versions: readonly SearchableVersion[]
  /** Answers a function from a stem to the stem's terms in a version. */
  termsIn(version: string): (stem: string) => readonly IndexedTerm[]
  /** The words of a version, in the order of their code units. */
  wordsIn(version: string): readonly string[]
  /** Answers the text of a verse, by the version's number in the file and the verse id; empty when there is none. */
  textOf(number: number, id: number): string
  /** Answers the original words of a verse, by the version's number in the file and the verse id. */
  wordsOf(number: number, id: number): readonly VerseWord[]
  /** Answers the Strong's numbers of a lemma in the lexicon. */
  readonly numbersOfLemma: NumbersOfLemma
  /** Answers all words of the English versions, each with the number of its verses. */
  englishWords(): ReadonlyMap<string, number>
}

/** The words of a list (`VersionIndex.words`), in the order of their code units. */
export const sortedWords = (list: string): readonly string[] =>
  list
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(' ')))
    .filter((word) => word !== '')
    .sort()

/** The terms of all words of a version that begin with `letters`. */
export const termsBeginning = (
  view: SearchView,
  { code, language }: SearchableVersion,
  letters: string,
): IndexedTerm[] => {
  const words = view.wordsIn(code)
  const terms = view.termsIn(code)
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] as string) < letters) low = middle + 1
    else high = middle
  }
  const found: IndexedTerm[] = []
  for (let word = words[low]; word?.startsWith(letters); word = words[++low]) {
    const own = word
    found.push(...terms(stemOf(own, language)).filter(({ term }) => term === own))
  }
  return found
}

/** Parses lists of words (`VersionIndex.words`), and adds their counts up. */
export const wordCounts = (lists: readonly string[]): Map<string, number> => {
  const words = new Map<string, number>()
  for (const list of lists)
    for (const line of list.split('\n')) {
      const space = line.indexOf(' ')
      const word = line.slice(0, space)
      if (space > 0) words.set(word, (words.get(word) ?? 0) + Number(line.slice(space + 1)))
    }
  return words
}
