import type { DatabaseSync } from 'node:sqlite'
import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'
import { verseRow } from '../schema.ts'
import { englishStem } from './english-stem.ts'
import { MAX_PLACES, packPostings } from './postings.ts'
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

/** Where a term is: a verse and a place (times two, plus exact) for each occurrence. */
type TermPlaces = { readonly verses: number[]; readonly places: number[] }

/** A syllable, and the pairs that it begins: filed under it, because joining two million pairs of strings takes seconds. */
type SyllableTerms = TermPlaces & {
  readonly within: Map<string, TermPlaces>
  readonly across: Map<string, TermPlaces>
}

const newTerm = (): TermPlaces => ({ verses: [], places: [] })
const newSyllable = (): SyllableTerms => ({ ...newTerm(), within: new Map(), across: new Map() })

const fileUnder = <T>(terms: Map<string, T>, term: string, fresh: () => T): T => {
  let found = terms.get(term)
  if (found === undefined) {
    found = fresh()
    terms.set(term, found)
  }
  return found
}

const add = (term: TermPlaces, verse: number, place: number, exact: boolean) => {
  term.verses.push(verse)
  term.places.push((place << 1) | (exact ? 1 : 0))
}

/** Collects where the terms of one version are. */
const collectTerms = (verses: readonly { readonly text: string }[]) => {
  const words = new Map<string, TermPlaces>()
  const syllables = new Map<string, SyllableTerms>()
  const lengths = new Uint16Array(verses.length)
  verses.forEach(({ text }, verse) => {
    let place = 0
    let before: SyllableTerms | null = null
    /** The parts so far of a hyphenated word. */
    let parts: string[] = []
    for (const token of tokenize(text)) {
      if (place + token.units.length >= MAX_PLACES) break
      if (token.kind === 'word') {
        add(fileUnder(words, token.form, newTerm), verse, place, true)
        parts = token.hyphenated ? [...parts, token.form] : [token.form]
        // Beth-el is also found as Bethel, and so it is in El-beth-el.
        for (let first = 0; first < parts.length - 1; first++) {
          const joined = fileUnder(words, parts.slice(first).join(''), newTerm)
          add(joined, verse, place - (parts.length - 1 - first), true)
        }
        before = null
        place++
        continue
      }
      for (let i = 0; i < token.units.length; i++) {
        const form = token.units[i]?.form ?? ''
        const syllable = fileUnder(syllables, form, newSyllable)
        add(syllable, verse, place, i === 0)
        if (before !== null) {
          const pair = fileUnder(i === 0 ? before.across : before.within, form, newTerm)
          // Exact is what starts a word.
          add(pair, verse, place - 1, i === 1)
        }
        before = syllable
        place++
      }
    }
    lengths[verse] = place
  })
  return { words, syllables, lengths }
}

/** A verse as it is indexed; `through`: the last number that its text covers. */
type IndexedVerse = { readonly id: number; readonly text: string; readonly through: number | null }

/** Which verse of the standard numbering each is, and what joined verses cover besides. */
const standardPlaces = (verses: readonly IndexedVerse[], versification: Versification) => {
  const ids = new Uint32Array(verses.length)
  const joined: number[] = []
  const taken = new Set<number>()
  // A psalm's title belongs to its first verse.
  const standardOf = (id: number): number[] =>
    toStandard(versification, id).map((at) => (at % 1000 === 0 ? at + 1 : at))
  verses.forEach(({ id, through }, place) => {
    const last = through === null ? id : id - (id % 1000) + through
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
  const verses = db
    .prepare('SELECT row - :first AS id, text, through FROM verse WHERE row BETWEEN :first AND :last ORDER BY row')
    .all({ first, last: verseRow(Number(number) + 1, 0) - 1 }) as IndexedVerse[]
  dropVersionIndex(db, code)
  const { words, syllables, lengths } = collectTerms(verses)
  const standard = standardPlaces(verses, String(version.versification))
  const known: string[] = []
  const insert = db.prepare(
    'INSERT INTO search_term (version, stem, term, verses, tally, places) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const write = (stem: string, term: string, list: TermPlaces): number => {
    const packed = packPostings(list.verses, list.places)
    insert.run(String(version.code), stem, term, packed.verses, packed.tally, packed.places)
    return packed.verses
  }
  for (const [word, list] of words) known.push(`${word} ${write(stemOf(word, String(language)), word, list)}`)
  for (const [first, syllable] of syllables) {
    write(first, first, syllable)
    for (const [second, list] of syllable.within) write(first + second, first + second, list)
    for (const [second, list] of syllable.across) {
      const pair = acrossWords(first, second)
      write(pair, pair, list)
    }
  }
  db.prepare(
    `INSERT INTO search_version (version, language, verse_ids, standard_ids, joined, lengths, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    String(version.code),
    String(language),
    bytesOf(Uint32Array.from(verses, ({ id }) => id)),
    bytesOf(standard.ids),
    bytesOf(standard.joined),
    bytesOf(lengths),
    known.join('\n'),
  )
}

/** Takes a version out of the index; nothing happens when it is not there. */
export const dropVersionIndex = (db: DatabaseSync, code: string): void => {
  db.exec(SEARCH_SCHEMA)
  db.prepare('DELETE FROM search_term WHERE version = ?').run(code)
  db.prepare('DELETE FROM search_version WHERE version = ?').run(code)
}
