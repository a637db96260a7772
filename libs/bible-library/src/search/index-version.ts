import type { DatabaseSync } from 'node:sqlite'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'
import { verseRow } from '../schema.ts'
import { englishStem } from './english-stem.ts'
import { MAX_PLACES, occurrence, packPostings } from './postings.ts'
import { tokenize } from './tokens.ts'

/**
 * The search index in the library's file (decision 6), made with the first version that is indexed. `search_version` has a
 * row a searchable version: its verses in order. `search_term` has for each word of a version (or pair of syllables, or
 * single one) where it is.
 */
const SEARCH_SCHEMA = `
CREATE TABLE IF NOT EXISTS search_version (
  version TEXT PRIMARY KEY COLLATE NOCASE,
  language TEXT NOT NULL,
  verse_ids BLOB NOT NULL,    -- uint32, little endian, ascending
  standard_ids BLOB NOT NULL, -- uint32: the verse of the standard numbering that each is
  joined BLOB NOT NULL,       -- uint32 in pairs: a verse (its place in verse_ids) and a further standard verse that its text covers
  lengths BLOB NOT NULL,      -- uint16: places in each verse
  words TEXT NOT NULL         -- a line a word: the word and how many verses have it
);
CREATE TABLE IF NOT EXISTS search_term (
  version TEXT NOT NULL COLLATE NOCASE,
  stem TEXT NOT NULL,
  term TEXT NOT NULL,
  verses INTEGER NOT NULL,
  tally BLOB NOT NULL,     -- both: postings.ts
  places BLOB NOT NULL,
  PRIMARY KEY (version, stem, term)
);`

/** The part of words that their forms share, in a version of this language (BCP 47). */
export const stemOf = (word: string, language: string): string =>
  language === 'en' || language.startsWith('en-') ? englishStem(word) : word

/** The term under which two neighbouring syllables of different words are found: spacing varies among writers. */
export const acrossWords = (first: string, second: string): string => `${first} ${second}`

/** A term's number, and of a syllable those of the pairs that it begins: joining two million pairs of strings takes seconds. */
type Syllable = { readonly term: number; readonly within: Map<string, number>; readonly across: Map<string, number> }

/** A list of numbers that grows; plain arrays of four million take ten times the memory. */
class Numbers {
  #numbers = new Uint32Array(1 << 16)
  length = 0

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = number
  }
  at(index: number): number {
    return this.#numbers[index] as number
  }
}

/** Collects where the terms of one version are. */
const collectTerms = (verses: Iterable<IndexedVerse>) => {
  const words = new Map<string, number>()
  const syllables = new Map<string, Syllable>()
  let terms = 0
  /** For each occurrence the term's number, and where it is. */
  const termsFound = new Numbers()
  const placesFound = new Numbers()
  const ids: number[] = []
  const through: (number | null)[] = []
  const lengths: number[] = []

  const termIn = (known: Map<string, number>, form: string): number => {
    const term = known.get(form) ?? terms++
    known.set(form, term)
    return term
  }
  const syllableOf = (form: string): Syllable => {
    const known = syllables.get(form)
    if (known !== undefined) return known
    const syllable = { term: terms++, within: new Map<string, number>(), across: new Map<string, number>() }
    syllables.set(form, syllable)
    return syllable
  }

  for (const { id, text, through: last } of verses) {
    const verse = ids.push(id) - 1
    through.push(last)
    let place = 0
    let before: Syllable | null = null
    /** The parts so far of a hyphenated word. */
    let parts: string[] = []
    const add = (term: number, at: number, exact: boolean) => {
      termsFound.push(term)
      placesFound.push(occurrence(verse, at, exact))
    }
    for (const token of tokenize(text)) {
      if (place + token.units.length >= MAX_PLACES) break
      if (token.kind === 'word') {
        add(termIn(words, token.form), place, true)
        parts = token.hyphenated ? [...parts, token.form] : [token.form]
        // Beth-el is also found as Bethel, and so it is in El-beth-el.
        for (let first = 0; first < parts.length - 1; first++)
          add(termIn(words, parts.slice(first).join('')), place - (parts.length - 1 - first), true)
        before = null
        place++
        continue
      }
      for (let i = 0; i < token.units.length; i++) {
        const form = token.units[i]?.form ?? ''
        const syllable = syllableOf(form)
        add(syllable.term, place, i === 0)
        // Exact is what starts a word.
        if (before !== null) add(termIn(i === 0 ? before.across : before.within, form), place - 1, i === 1)
        before = syllable
        place++
      }
    }
    lengths.push(place)
  }

  /** Where the occurrences of each term begin among all, sorted by term; and after the last. */
  const starts = new Uint32Array(terms + 1)
  for (let at = 0; at < termsFound.length; at++) {
    const next = termsFound.at(at) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const sorted = new Uint32Array(termsFound.length)
  const filled = starts.slice()
  for (let at = 0; at < termsFound.length; at++) {
    const term = termsFound.at(at)
    sorted[filled[term] as number] = placesFound.at(at)
    filled[term] = (filled[term] as number) + 1
  }
  const occurrencesOf = (term: number): Uint32Array => sorted.subarray(starts[term], starts[term + 1])
  return { words, syllables, occurrencesOf, ids, through, lengths }
}

/** A verse as it is indexed; `through`: the last number that its text covers. */
type IndexedVerse = { readonly id: number; readonly text: string; readonly through: number | null }

/** Which verse of the standard numbering each is, and what joined verses cover besides. */
const standardPlaces = (
  verses: readonly number[],
  through: readonly (number | null)[],
  versification: Versification,
) => {
  const ids = new Uint32Array(verses.length)
  const joined: number[] = []
  const taken = new Set<number>()
  // A psalm's title belongs to its first verse.
  const standardOf = (id: number): number[] =>
    toStandard(versification, id).map((at) => (at % 1000 === 0 ? at + 1 : at))
  verses.forEach((id, place) => {
    const reach = through[place] ?? null
    const last = reach === null ? id : id - (id % 1000) + reach
    const covered = Array.from({ length: last - id + 1 }, (_, next) => standardOf(id + next)).flat()
    const [first = id, ...others] = covered
    // Neighbours may be one verse of the standard; a verse from elsewhere stands by its own number.
    const own = taken.has(first) && ids[place - 1] !== first ? id : first
    ids[place] = own
    taken.add(own)
    for (const other of others) if (other !== own) joined.push(place, other)
  })
  return { ids, joined: Uint32Array.from(joined) }
}

const bytesOf = ({ buffer }: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Uint8Array => new Uint8Array(buffer)

/**
 * Indexes a version of the library, replacing what was indexed of it. Call it in the transaction that wrote the
 * version, so that readers get both or neither.
 * @throws Error when the library has no version of that code
 */
export const indexVersion = (db: DatabaseSync, code: string): void => {
  const version = db.prepare('SELECT number, code, language, versification FROM version WHERE code = ?').get(code)
  if (version === undefined) throw new Error(`There is no version ${code} to index.`)
  const { number, language } = version
  const first = verseRow(Number(number), 0)
  dropVersionIndex(db, code)
  const verses = db
    .prepare('SELECT row - :first AS id, text, through FROM verse WHERE row BETWEEN :first AND :last ORDER BY row')
    .iterate({ first, last: verseRow(Number(number) + 1, 0) - 1 })
  const { words, syllables, occurrencesOf, ids, through, lengths } = collectTerms(verses as Iterable<IndexedVerse>)
  const standard = standardPlaces(ids, through, String(version.versification))
  const insert = db.prepare(
    'INSERT INTO search_term (version, stem, term, verses, tally, places) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const write = (stem: string, term: string, number: number): number => {
    const packed = packPostings(occurrencesOf(number))
    insert.run(String(version.code), stem, term, packed.verses, packed.tally, packed.places)
    return packed.verses
  }
  const known: string[] = []
  for (const [word, term] of words) known.push(`${word} ${write(stemOf(word, String(language)), word, term)}`)
  for (const [first, syllable] of syllables) {
    write(first, first, syllable.term)
    for (const [second, term] of syllable.within) write(first + second, first + second, term)
    for (const [second, term] of syllable.across) {
      const pair = acrossWords(first, second)
      write(pair, pair, term)
    }
  }
  db.prepare(
    `INSERT INTO search_version (version, language, verse_ids, standard_ids, joined, lengths, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    String(version.code),
    String(language),
    bytesOf(Uint32Array.from(ids)),
    bytesOf(standard.ids),
    bytesOf(standard.joined),
    bytesOf(Uint16Array.from(lengths)),
    known.join('\n'),
  )
}

/** Takes a version out of the index; nothing happens when it is not there. */
export const dropVersionIndex = (db: DatabaseSync, code: string): void => {
  db.exec(SEARCH_SCHEMA)
  db.prepare('DELETE FROM search_term WHERE version = ?').run(code)
  db.prepare('DELETE FROM search_version WHERE version = ?').run(code)
}
