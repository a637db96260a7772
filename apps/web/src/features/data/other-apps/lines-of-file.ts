import type { ImportedRow, PassagesBegin } from '@pathlight/contracts/import.ts'
import { PASSAGES_FORMAT, PASSAGES_VERSION } from '@pathlight/contracts/import-rules.ts'
import type { Database, SqlJs } from 'sql.js'
import { andBible } from './andbible.ts'
import type { AppLayout, Row, Select, Tables } from './app-layout.ts'
import { backupInZip } from './backup-in-zip.ts'
import { isDatabase, isZip } from './file-signs.ts'
import { mySword } from './mysword.ts'
import { cutOff, FileUnreadable, MOST_BYTES, tooLarge } from './unreadable.ts'

const LAYOUTS: readonly AppLayout[] = [andBible, mySword]

/** SQLite may have so much memory of its own, in bytes. */
const MOST_MEMORY = 256_000_000
/** Of all lines: rows of a database that was made to do harm may share one long text. */
const MOST_CHARACTERS = 2 * MOST_BYTES

/** Looks at a database's header (sqlite.org/fileformat2.html), and makes it one that can be read in memory. Throws FileUnreadable. */
const prepared = (database: Uint8Array): Uint8Array => {
  if (database.length < 100) throw cutOff()
  if (!isDatabase(database)) throw new FileUnreadable('import_database_broken')
  const header = new DataView(database.buffer, database.byteOffset, 100)
  const size = header.getUint16(16) === 1 ? 65_536 : header.getUint16(16)
  if (header.getUint32(28) * size > database.length) throw cutOff()
  // With a write-ahead log SQLite would look for a second file. The app has written all of that into this one before its backup.
  header.setUint8(18, 1)
  header.setUint8(19, 1)
  return database
}

const selectIn =
  (db: Database): Select =>
  (sql) => {
    const statement = db.prepare(sql)
    return function* rows(...values): Generator<Row> {
      statement.bind(values)
      while (statement.step()) yield statement.getAsObject()
      statement.reset()
    }
  }

const tablesIn = (select: Select): Tables => {
  const columnsOf = select('SELECT name FROM pragma_table_info(?)')
  return new Map(
    [...select("SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT 200")()].map(({ name }) => [
      String(name),
      new Set([...columnsOf(String(name))].map((column) => String(column.name))),
    ]),
  )
}

function* rowsOf(select: Select): Generator<PassagesBegin | ImportedRow> {
  const tables = tablesIn(select)
  for (const { app, partsIn } of LAYOUTS) {
    const parts = partsIn(select, tables)
    if (parts === null) continue
    yield { format: PASSAGES_FORMAT, version: PASSAGES_VERSION, app }
    let row = 0
    for (const { table, columns, read } of parts)
      for (const found of select(`SELECT ${['rowid', ...columns].join(', ')} FROM "${table}" ORDER BY rowid`)()) {
        row += 1
        const kept = read(found)
        if (kept !== null) yield { row, ...kept }
      }
    return
  }
  throw new FileUnreadable('import_unknown_database')
}

/**
 * What another app keeps on passages, from its database or from its backup, as the lines that the server takes (docs/export-format.md).
 * Throws FileUnreadable. A file that was made to do harm takes as long as it likes: it is read where it can be ended from outside.
 */
export function* linesOfFile(sqlJs: SqlJs, file: Uint8Array): Generator<string> {
  if (file.length > MOST_BYTES) throw tooLarge()
  const database = prepared(isZip(file) ? backupInZip(file) : file)
  let characters = 0
  try {
    const db = new sqlJs.Database(database)
    db.run(`PRAGMA hard_heap_limit = ${MOST_MEMORY}`)
    for (const row of rowsOf(selectIn(db))) {
      const line = `${JSON.stringify(row)}\n`
      characters += line.length
      if (characters > MOST_CHARACTERS) throw tooLarge()
      yield line
    }
    db.close()
  } catch (error) {
    // What SQLite cannot read is damaged. Its message may have words of the person, so this message goes nowhere.
    throw error instanceof FileUnreadable ? error : new FileUnreadable('import_database_broken')
  }
}
