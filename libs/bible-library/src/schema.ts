import { DatabaseSync } from 'node:sqlite'

/** The version of the file's schema, stored as SQLite's user_version. A file with a higher number is refused. */
const FORMAT = 4

/**
 * The distance between two versions' keys. The key of a verse is `version number * 100,000,000 + verse id`, and verse
 * ids are below 67,000,000. So a chapter, a book or a whole version is one range of keys.
 */
const VERSION_STRIDE = 100_000_000

export const verseRow = (versionNumber: number, verseId: number): number => versionNumber * VERSION_STRIDE + verseId

// AUTOINCREMENT never reuses the number of a removed version, so a key always means the same verse.
const TABLES = `
  CREATE TABLE IF NOT EXISTS version (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name TEXT NOT NULL,
    local_name TEXT NOT NULL,
    language TEXT NOT NULL,
    direction TEXT NOT NULL CHECK (direction IN ('ltr', 'rtl')),
    licence TEXT NOT NULL,
    copyright TEXT,
    source TEXT NOT NULL CHECK (source IN ('built-in', 'imported')),
    versification TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    books TEXT NOT NULL,
    verses INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    about TEXT NOT NULL DEFAULT '{}' -- JSON: about-version.ts
  ) STRICT;
  CREATE TABLE IF NOT EXISTS removed_version ( -- never emptied, because items in a removed version keep its numbering
    code TEXT PRIMARY KEY COLLATE NOCASE,
    versification TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS verse (
    row INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    through INTEGER,
    layout TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS cross_reference (
    verse INTEGER NOT NULL,   -- verse, target, through: verse ids in the standard numbering
    rank INTEGER NOT NULL,    -- 0 is the best
    target INTEGER NOT NULL,
    through INTEGER NOT NULL, -- last verse of the passage that begins at target
    PRIMARY KEY (verse, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS words (
    chapter INTEGER PRIMARY KEY, -- the row that verse 0 of the chapter would have
    packed BLOB NOT NULL         -- words/packed-words.ts
  ) STRICT;
  CREATE TABLE IF NOT EXISTS dataset (
    name TEXT PRIMARY KEY,
    credit TEXT NOT NULL,     -- JSON: the credit that is shown with the data set
    fingerprint TEXT NOT NULL,
    entries INTEGER NOT NULL,
    added_at TEXT NOT NULL
  ) STRICT;
`

/**
 * For each older FORMAT, the statements that upgrade a file to the next FORMAT. The statements create no tables,
 * because TABLES creates the missing ones.
 */
const UPGRADES: Readonly<Record<number, string>> = {
  1: `ALTER TABLE version ADD COLUMN about TEXT NOT NULL DEFAULT '{}';`,
  2: '',
  3: '',
}

/** Thrown for a library file that a newer program wrote. */
export class LibraryTooNew extends Error {
  constructor(file: string) {
    super(`${file} was made by a newer Pathlight. Update Pathlight, or move the file away to have it built again.`)
    this.name = 'LibraryTooNew'
  }
}

const formatOf = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)

/** Runs `work` in a transaction. An error rolls the transaction back. Waits up to a minute for another writer. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Opens the file for writing. Creates the file and its tables if there is none, and upgrades an older file. Throws
 * LibraryTooNew when a newer program wrote it. The caller closes the handle.
 */
export const openForWriting = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 60_000 })
  try {
    // Write-ahead logging lets servers read while a version is written.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const format = formatOf(db)
    if (format > FORMAT) throw new LibraryTooNew(file)
    if (format < FORMAT)
      inTransaction(db, () => {
        // The format is read again inside the transaction, because another process may have upgraded the file
        // meanwhile.
        for (let from = formatOf(db); from > 0 && from < FORMAT; from++) db.exec(UPGRADES[from] ?? '')
        db.exec(`${TABLES} PRAGMA user_version = ${FORMAT}`)
      })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens the file for reading. Throws when the file does not exist, and LibraryTooNew when a newer program wrote it. The
 * caller closes the handle.
 */
export const openForReading = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  if (formatOf(db) <= FORMAT) return db
  db.close()
  throw new LibraryTooNew(file)
}
