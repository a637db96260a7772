import type { ImportedRow } from '@pathlight/contracts/import.ts'
import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'

export type Row = Readonly<Record<string, unknown>>
type Unnumbered<T> = T extends unknown ? Omit<T, 'row'> : never
/** The item of a row, without its row number. */
export type ImportItem = Unnumbered<ImportedRow>

export type ImportTable = {
  readonly table: string
  /** The SQL expressions to select from a row. `cell` cuts long texts. */
  readonly columns: readonly string[]
  /** The item of a row. Null if the row has nothing to import. */
  readonly read: (row: Row) => ImportItem | null
}

/** The tables of a database, each with the names of its columns. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>
/** Prepares SQL. The prepared query yields its rows one by one. */
export type Select = (sql: string) => (...values: readonly string[]) => Iterable<Row>

export type AppLayout = {
  readonly app: ImportedApp
  /** The tables to import. Null if the database is not this app's, or of an unknown version. */
  readonly importTables: (select: Select, tables: Tables) => readonly ImportTable[] | null
}

/** The longest imported text, including its HTML, in UTF-16 units. It is longer than any note may be. */
const TEXT_MAX = 200_000
/** SQL for a cell's text, cut to `most` characters. Null if the cell has no text. The result has the column's name. */
export const cell = (column: string, most = TEXT_MAX + 1): string =>
  `CASE WHEN typeof(${column}) = 'text' THEN substr(${column}, 1, ${most}) END AS ${column}`
/** SQL for a cell as a number. The result has the column's name. */
export const numericCell = (column: string): string => `CAST(${column} AS REAL) AS ${column}`

export const textIn = (row: Row, column: string): string => {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}
export const numberIn = (row: Row, column: string): number => {
  const value = row[column]
  return typeof value === 'number' ? value : Number.NaN
}

/** Whether a table exists and has all these columns. */
export const hasColumns = (tables: Tables, table: string, ...columns: readonly string[]): boolean =>
  columns.every((column) => tables.get(table)?.has(column))

export const tooLongText = (text: string): boolean => text.length > TEXT_MAX
export const TOO_LONG: ImportItem = { refused: 'import_text_too_long' }
export const NOT_ON_BIBLE: ImportItem = { refused: 'import_not_on_bible' }
