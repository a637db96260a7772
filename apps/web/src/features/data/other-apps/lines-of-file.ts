import type { ImportedRow, PassagesBegin } from '@pathlight/contracts/import.ts'
import { IMPORT_LINE_MAX, PASSAGES_FORMAT, PASSAGES_VERSION } from '@pathlight/contracts/import-rules.ts'
import type { Database, SqlJs } from 'sql.js'
import { andBible } from './andbible.ts'
import { type AppLayout, type Row, type Select, type Tables, TOO_LONG } from './app-layout.ts'
import { backupInZip } from './backup-in-zip.ts'
import { isDatabase, isZip } from './file-signs.ts'
import { mySword } from './mysword.ts'
import { cutOff, FileUnreadable, MOST_BYTES, tooLarge } from './unreadable.ts'

const LAYOUTS: readonly AppLayout[] = [andBible, mySword]

/** The most memory that SQLite may use, in bytes. */
const MOST_MEMORY = 256_000_000
/**
 * The most characters of all lines together. The rows of a hostile database may share one long text, so that its lines
 * are much longer than the file.
 */
const MOST_CHARACTERS = 2 * MOST_BYTES

/**
 * Checks a database's header (sqlite.org/fileformat2.html), and changes it so that SQLite can read the database in
 * memory. Throws FileUnreadable.
 */
const withoutWriteAheadLog = (database: Uint8Array): Uint8Array => {
  if (database.length < 100) throw cutOff()
  if (!isDatabase(database)) throw new FileUnreadable('import_database_broken')
  const header = new DataView(database.buffer, database.byteOffset, 100)
  const size = header.getUint16(16) === 1 ? 65_536 : header.getUint16(16)
  if (header.getUint32(28) * size > database.length) throw cutOff()
  // If the header named a write-ahead log, SQLite would look for a second file. The app merged its log before it made
  // the backup.
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
  for (const { app, importTables } of LAYOUTS) {
    const appTables = importTables(select, tables)
    if (appTables === null) continue
    yield { format: PASSAGES_FORMAT, version: PASSAGES_VERSION, app }
    let row = 0
    for (const { table, columns, read } of appTables)
      for (const source of select(`SELECT ${['rowid', ...columns].join(', ')} FROM "${table}" ORDER BY rowid`)()) {
        row += 1
        const item = read(source)
        if (item === null) continue
        // If one line were longer than IMPORT_LINE_MAX, the server would refuse the whole file.
        const fits = JSON.stringify({ row, ...item }).length <= IMPORT_LINE_MAX
        yield { row, ...(fits ? item : TOO_LONG) }
      }
    return
  }
  throw new FileUnreadable('import_unknown_database')
}

/**
 * The items of another app's database or backup, as the lines that the server accepts (docs/export-format.md). Throws
 * FileUnreadable. A hostile file may make it run without end, so the caller must be able to stop it.
 */
export function* linesOfFile(sqlJs: SqlJs, file: Uint8Array): Generator<string> {
  if (file.length > MOST_BYTES) throw tooLarge()
  const database = withoutWriteAheadLog(isZip(file) ? backupInZip(file) : file)
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
    // SQLite failed on a damaged file. Its message may contain the person's words, so the message is not passed on.
    throw error instanceof FileUnreadable ? error : new FileUnreadable('import_database_broken')
  }
}
