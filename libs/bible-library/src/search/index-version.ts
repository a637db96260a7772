import type { DatabaseSync } from 'node:sqlite'
import { verseRow } from '../schema.ts'
import { unpackWords } from '../words/packed-words.ts'
import type { VerseWord } from '../words/verse-words.ts'
import { type IndexedVerse, indexVerses } from './collect-terms.ts'

/**
 * The tables of the search index. `search_version` has a row for each version, with its verses by ascending id.
 * `search_term` has the postings of each term of a version, such as a word, a syllable, a pair of syllables, or a
 * Strong's number.
 */
const SEARCH_SCHEMA = `
CREATE TABLE IF NOT EXISTS search_version (
  version TEXT PRIMARY KEY COLLATE NOCASE,
  language TEXT NOT NULL,
  verse_ids BLOB NOT NULL,    -- uint32, little endian, ascending
  standard_ids BLOB NOT NULL, -- uint32: the standard id of each verse
  joined BLOB NOT NULL,       -- uint32 in pairs: a verse (its place in verse_ids) and a further standard verse that its text covers
  lengths BLOB NOT NULL,      -- uint16: places in each verse
  words TEXT NOT NULL         -- a line a word: the word and how many verses have it
);
CREATE TABLE IF NOT EXISTS search_term (
  version TEXT NOT NULL COLLATE NOCASE,
  stem TEXT NOT NULL,
  term TEXT NOT NULL,
  verses INTEGER NOT NULL,
  tally BLOB NOT NULL,     -- Packed.tally of postings.ts
  places BLOB NOT NULL,    -- Packed.places of postings.ts
  PRIMARY KEY (version, stem, term)
);`

type Words = ReadonlyMap<number, readonly VerseWord[]>

/** Yields each verse with its original words. The ids of `verses` ascend, so each chapter is unpacked once. */
function* withWords(
  db: DatabaseSync,
  version: number,
  verses: Iterable<IndexedVerse>,
  known: Words | null,
): Iterable<IndexedVerse> {
  if (known !== null) {
    for (const { id, text, through } of verses) yield { id, text, through, words: known.get(id) ?? [] }
    return
  }
  const packedOf = db.prepare('SELECT packed FROM words WHERE chapter = ?')
  let chapter = -1
  let words: Words = new Map()
  for (const { id, text, through } of verses) {
    const ofVerse = id - (id % 1000)
    if (ofVerse !== chapter) {
      chapter = ofVerse
      const packed = packedOf.get(verseRow(version, chapter))?.packed
      words = packed instanceof Uint8Array ? unpackWords(packed) : new Map()
    }
    yield { id, text, through, words: words.get(id % 1000) ?? [] }
  }
}

/**
 * Indexes a version of the library, and replaces its old index. Call this in the transaction that writes the version,
 * so that the version and its index become visible to readers at the same moment.
 * @param words the original words of the version; null: they are read from the library
 * @throws Error when the library has no version with that code
 */
export const indexVersion = (db: DatabaseSync, code: string, words: Words | null = null): void => {
  const version = db.prepare('SELECT number, code, language, versification FROM version WHERE code = ?').get(code)
  if (version === undefined) throw new Error(`There is no version ${code} to index.`)
  const { number, language } = version
  const first = verseRow(Number(number), 0)
  dropVersionIndex(db, code)
  const verses = db
    .prepare('SELECT row - :first AS id, text, through FROM verse WHERE row BETWEEN :first AND :last ORDER BY row')
    .iterate({ first, last: verseRow(Number(number) + 1, 0) - 1 })
  const insert = db.prepare(
    'INSERT INTO search_term (version, stem, term, verses, tally, places) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const index = indexVerses(
    withWords(db, Number(number), verses as Iterable<IndexedVerse>, words),
    { language: String(language), versification: String(version.versification) },
    (stem, term, { verses, tally, places }) => insert.run(String(version.code), stem, term, verses, tally, places),
  )
  db.prepare(
    `INSERT INTO search_version (version, language, verse_ids, standard_ids, joined, lengths, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    String(version.code),
    String(language),
    index.verse_ids,
    index.standard_ids,
    index.joined,
    index.lengths,
    index.words,
  )
}

/** Deletes a version's index, if there is one. */
export const dropVersionIndex = (db: DatabaseSync, code: string): void => {
  db.exec(SEARCH_SCHEMA)
  db.prepare('DELETE FROM search_term WHERE version = ?').run(code)
  db.prepare('DELETE FROM search_version WHERE version = ?').run(code)
}
