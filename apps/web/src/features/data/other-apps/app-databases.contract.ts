import { DatabaseSync } from 'node:sqlite'
import { zipSync } from 'fflate'

// Databases like those of other apps, for tests. AndBible's tables are from AndBible/and-bible,
// app/schemas/net.bible.android.database.BookmarkDatabase/13.json and 1.json. MySword's table is the one that the
// converter of eliranwong/UniqueBible reads.

const LABELS = `CREATE TABLE Label (id BLOB NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(id));`
const bookmarks = (name: string, more = '') => `
  CREATE TABLE ${name} (kjvOrdinalStart INTEGER NOT NULL, kjvOrdinalEnd INTEGER NOT NULL, ordinalStart INTEGER NOT NULL,
    ordinalEnd INTEGER NOT NULL, v11n TEXT NOT NULL, playbackSettings TEXT, id BLOB NOT NULL, createdAt INTEGER NOT NULL,
    book TEXT, startOffset INTEGER, endOffset INTEGER, primaryLabelId BLOB DEFAULT NULL, ${more}
    lastUpdatedOn INTEGER NOT NULL DEFAULT 0, wholeVerse INTEGER NOT NULL DEFAULT 0, type TEXT DEFAULT NULL, PRIMARY KEY(id));
  CREATE TABLE ${name}ToLabel (bookmarkId BLOB NOT NULL, labelId BLOB NOT NULL, orderNumber INTEGER NOT NULL DEFAULT -1,
    PRIMARY KEY(bookmarkId, labelId));`
/** The tables of AndBible's schema versions 13 and 1. In version 1 the text is in the row of its bookmark or entry. */
export const ANDBIBLE_13 = `${LABELS}${bookmarks('BibleBookmark')}
  CREATE TABLE BibleBookmarkNotes (bookmarkId BLOB NOT NULL, notes TEXT NOT NULL, contentType TEXT, PRIMARY KEY(bookmarkId));
  CREATE TABLE GenericBookmark (id BLOB NOT NULL, key TEXT NOT NULL, createdAt INTEGER NOT NULL, PRIMARY KEY(id));
  CREATE TABLE StudyPadTextEntry (id BLOB NOT NULL, labelId BLOB NOT NULL, orderNumber INTEGER NOT NULL, PRIMARY KEY(id));
  CREATE TABLE StudyPadTextEntryText (studyPadTextEntryId BLOB NOT NULL, text TEXT NOT NULL, PRIMARY KEY(studyPadTextEntryId));`
export const ANDBIBLE_1 = `${LABELS}${bookmarks('Bookmark', 'notes TEXT DEFAULT NULL,')}
  CREATE TABLE StudyPadTextEntry (id BLOB NOT NULL, labelId BLOB NOT NULL, text TEXT NOT NULL, orderNumber INTEGER NOT NULL,
    PRIMARY KEY(id));`
export const MYSWORD = `CREATE TABLE commentary (id INTEGER PRIMARY KEY AUTOINCREMENT, book INT, chapter INT, fromverse INT, toverse INT,
  data TEXT); CREATE TABLE details (title TEXT, abbreviation TEXT);`

/**
 * The bytes of the database that this SQL makes. The header says that the database uses a write-ahead log, as on a
 * phone.
 */
export const databaseOf = (sql: string): Buffer => {
  const db = new DatabaseSync(':memory:') as DatabaseSync & { serialize: () => Uint8Array }
  db.exec(sql)
  const bytes = Buffer.from(db.serialize())
  db.close()
  bytes.fill(2, 18, 20)
  return bytes
}

type Bookmark = {
  readonly id: string
  /** Ordinals of JSword's versification KJVA. John 3:16 is 33_095, Genesis 1:1 is 4. */
  readonly from: number
  readonly to?: number
  readonly words?: string
  readonly label?: string
  readonly book?: string
  readonly numbering?: string
}
const quoted = (words: string | undefined) => (words === undefined ? 'NULL' : `'${words.replaceAll("'", "''")}'`)

export const CREATED_AT = Date.UTC(2022, 2, 4, 5, 6, 7)
export const UPDATED_AT = Date.UTC(2023, 2, 4, 5, 6, 7)
const YELLOW = -256

/**
 * SQL for these bookmarks in the tables of version 13. It also inserts the labels 01 (yellow, "Grace and hope") and 02
 * (made by AndBible itself).
 */
export const andBibleRows = (all: readonly Bookmark[]): string =>
  [
    `INSERT INTO Label VALUES (x'01', 'Grace and hope', ${YELLOW}), (x'02', '__SPEAK_LABEL__', ${YELLOW});`,
    ...all.flatMap(({ id, from, to = from, words, label, book, numbering = 'KJVA' }) => [
      `INSERT INTO BibleBookmark (id, kjvOrdinalStart, kjvOrdinalEnd, ordinalStart, ordinalEnd, v11n, createdAt, lastUpdatedOn, book)
       VALUES (x'${id}', ${from}, ${to}, 0, 0, '${numbering}', ${CREATED_AT}, ${UPDATED_AT}, ${quoted(book)});`,
      words === undefined ? '' : `INSERT INTO BibleBookmarkNotes VALUES (x'${id}', ${quoted(words)}, 'HTML');`,
      label === undefined ? '' : `INSERT INTO BibleBookmarkToLabel VALUES (x'${id}', x'${label}', 0);`,
    ]),
  ].join('\n')

export const andBibleDatabase = (...all: readonly Bookmark[]): Buffer => databaseOf(ANDBIBLE_13 + andBibleRows(all))
export const andBibleBackup = (database: Uint8Array): Buffer =>
  Buffer.from(
    zipSync({ 'db/readingplans.sqlite3': new Uint8Array(9), 'db/bookmarks.sqlite3': new Uint8Array(database) }),
  )
