import { DatabaseSync } from 'node:sqlite'
import { answerTasks } from '@pathlight/jobs/answer-tasks.ts'
import { andBible } from './andbible.ts'
import type { AppLayout, Found, Part, Tables } from './app-layout.ts'
import { mySword } from './mysword.ts'

// The program of the thread that reads the databases of other apps (see read-database.ts). SQLite is native code: a database that
// wants to do harm keeps this thread busy, and not the event loop.

const LAYOUTS: readonly AppLayout[] = [andBible, mySword]

/** So many rows are read in one task, or rows of so many characters. */
const ROWS = 200
const CHARACTERS = 1_000_000

/** Where the next task goes on. `row`: the row behind which it does; null: at the beginning of the part. */
export type Cursor = { readonly part: number; readonly row: number | null; readonly count: number }
export type ReadTask = { readonly file: SharedArrayBuffer; readonly from: Cursor }
export type ReadRows =
  | {
      readonly app: AppLayout['app']
      /** With its number among all rows, from 1. */
      readonly rows: readonly { readonly line: number; readonly found: Found }[]
      readonly next: Cursor | null
    }
  | { readonly refused: 'unknown' | 'broken' }

/** What is known of a method that the types of this version of Node do not have yet. */
type Deserializing = DatabaseSync & { readonly deserialize: (bytes: Uint8Array) => void }

/** The database in memory. What is in it can run nothing, and it cannot be changed. */
const openBytes = (file: SharedArrayBuffer): DatabaseSync => {
  const db = new DatabaseSync(':memory:') as Deserializing
  db.deserialize(new Uint8Array(file))
  db.exec(
    'PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY',
  )
  return db
}

/** Ordinary tables alone: a view, a virtual table or a computed column could be a program without end. */
const tablesIn = (db: DatabaseSync): Tables => {
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0 LIMIT 200")
    .all()
  const columnsOf = db.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)')
  const keyOf = db.prepare(
    "SELECT c.name FROM pragma_index_list(?) i, pragma_index_info(i.name) c WHERE i.origin = 'pk' AND c.seqno = 0",
  )
  return new Map(
    tables.flatMap(({ name }) => {
      const columns = columnsOf.all(String(name))
      if (columns.some(({ hidden }) => hidden !== 0)) return []
      const key = keyOf.get(String(name))?.name ?? null
      return [
        [String(name), { columns: new Set(columns.map((column) => String(column.name))), key: key as string | null }],
      ]
    }),
  )
}

/** A part's rows behind one, in their order. A row that does not come behind the one before it is a sign of a damaged file. */
function* rowsOf(db: DatabaseSync, { table, columns }: Part, after: number | null) {
  const selected = ['CAST(rowid AS REAL) AS "at row"', ...columns].join(', ')
  const behind = after === null ? '' : 'WHERE rowid > ?'
  const statement = db.prepare(`SELECT ${selected} FROM "${table}" ${behind} ORDER BY rowid LIMIT ${ROWS}`)
  let last = after ?? Number.NEGATIVE_INFINITY
  for (const row of statement.iterate(...(after === null ? [] : [after]))) {
    const at = Number(row['at row'])
    if (!(at > last) || !Number.isSafeInteger(at)) throw new Error('The rows are in no order.')
    last = at
    yield { at, row }
  }
}

const readRows = ({ file, from }: ReadTask): ReadRows => {
  const db = openBytes(file)
  try {
    const tables = tablesIn(db)
    for (const { app, partsIn } of LAYOUTS) {
      const parts = partsIn(db, tables)
      if (parts === null) continue
      const part = parts[from.part]
      if (part === undefined) return { app, rows: [], next: null }
      const rows: { line: number; found: Found }[] = []
      let [{ row: last, count }, read, characters] = [from, 0, 0]
      for (const { at, row } of rowsOf(db, part, from.row)) {
        last = at
        read += 1
        count += 1
        const found = part.read(row)
        if (found !== null) rows.push({ line: count, found })
        characters += found !== null && 'text' in found ? found.text.length : 0
        if (characters > CHARACTERS) return { app, rows, next: { part: from.part, row: last, count } }
      }
      const isOver = read < ROWS
      const next = isOver ? { part: from.part + 1, row: null, count } : { part: from.part, row: last, count }
      return { app, rows, next: isOver && from.part + 1 >= parts.length ? null : next }
    }
    return { refused: 'unknown' }
  } finally {
    db.close()
  }
}

answerTasks((task: ReadTask): ReadRows => {
  try {
    return readRows(task)
  } catch {
    // What SQLite cannot read is damaged. Its message may have words of the person, so this message goes nowhere.
    return { refused: 'broken' }
  }
})
