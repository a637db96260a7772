import type { DatabaseSync } from 'node:sqlite'
import { verseRow } from '../schema.ts'
import { englishStem } from './english-stem.ts'
import { MAX_PLACES, packPostings } from './postings.ts'
import { tokenize } from './tokens.ts'

// Why not SQLite's FTS5: ranking a common word by bm25 there takes 98 ms for the 71,000 verses with 'the' in three
// Bibles, counting them by book another 18 ms, and both block the event loop; Korean needs its own pairs of syllables
// either way. The same answer from these lists takes 2 ms.

/**
 * The search index in the library's file, made with the first version that is indexed. `search_version` has a row a searchable version: its verses in order and how
 * many words each has. `search_term` has for each word of a version (or pair of syllables, or single one) where it is.
 */
const SEARCH_SCHEMA = `
CREATE TABLE IF NOT EXISTS search_version (
  version TEXT PRIMARY KEY COLLATE NOCASE,
  language TEXT NOT NULL,
  verse_ids BLOB NOT NULL, -- uint32, little endian, ascending
  lengths BLOB NOT NULL    -- uint16, little endian: places in each verse
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

/**
 * Indexes a version of the library, replacing what was indexed of it. Call it in the transaction that wrote the
 * version, so that readers get both or neither.
 * @throws Error when the library has no version of that code
 */
export const indexVersion = (db: DatabaseSync, code: string): void => {
  const version = db.prepare('SELECT number, code, language FROM version WHERE code = ?').get(code)
  if (version === undefined) throw new Error(`There is no version ${code} to index.`)
  const { number, language } = version
  const first = verseRow(Number(number), 0)
  const verses = db
    .prepare('SELECT row - :first AS id, text FROM verse WHERE row BETWEEN :first AND :last ORDER BY row')
    .all({ first, last: verseRow(Number(number) + 1, 0) - 1 }) as { id: number; text: string }[]
  dropVersionIndex(db, code)
  const { words, syllables, lengths } = collectTerms(verses)
  const ids = Uint32Array.from(verses, ({ id }) => id)
  db.prepare('INSERT INTO search_version (version, language, verse_ids, lengths) VALUES (?, ?, ?, ?)').run(
    String(version.code),
    String(language),
    new Uint8Array(ids.buffer),
    new Uint8Array(lengths.buffer),
  )
  const insert = db.prepare(
    'INSERT INTO search_term (version, stem, term, verses, tally, places) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const write = (stem: string, term: string, list: TermPlaces) => {
    const packed = packPostings(list.verses, list.places)
    insert.run(String(version.code), stem, term, packed.verses, packed.tally, packed.places)
  }
  for (const [word, list] of words) write(stemOf(word, String(language)), word, list)
  for (const [first, syllable] of syllables) {
    write(first, first, syllable)
    for (const [second, list] of syllable.within) write(first + second, first + second, list)
    for (const [second, list] of syllable.across) {
      const pair = acrossWords(first, second)
      write(pair, pair, list)
    }
  }
}

/** Takes a version out of the index; nothing happens when it is not there. */
export const dropVersionIndex = (db: DatabaseSync, code: string): void => {
  db.exec(SEARCH_SCHEMA)
  db.prepare('DELETE FROM search_term WHERE version = ?').run(code)
  db.prepare('DELETE FROM search_version WHERE version = ?').run(code)
}
