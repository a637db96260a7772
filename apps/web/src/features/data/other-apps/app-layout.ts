import type { ImportedRow } from '@pathlight/contracts/import.ts'
import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'

export type Row = Readonly<Record<string, unknown>>
type Unnumbered<T> = T extends unknown ? Omit<T, 'row'> : never
/** What a row is, but for its number. */
export type Found = Unnumbered<ImportedRow>

/** A table whose rows are taken over, one after another. */
export type Part = {
  readonly table: string
  /** What is selected of a row, as SQL. Long cells are cut there (see `cell`). */
  readonly columns: readonly string[]
  /** What a row is; null: nothing that a person would miss. */
  readonly read: (row: Row) => Found | null
}

/** The ordinary tables of a database, with their columns. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>
/** The rows that SQL selects, each as it is asked for. */
export type Select = (sql: string) => (...values: readonly string[]) => Iterable<Row>

/** How one app lays out its database. */
export type AppLayout = {
  readonly app: ImportedApp
  /** The tables that are taken over; null: this is no database of the app, or of a version that is not known. */
  readonly partsIn: (select: Select, tables: Tables) => readonly Part[] | null
}

/** Characters of a text that is taken, with its HTML: more than any note may have. */
const TEXT_MAX = 200_000
/** SQL for a text of at most so many characters, under its own name. */
export const cell = (column: string, most = TEXT_MAX + 1): string =>
  `CASE WHEN typeof(${column}) = 'text' THEN substr(${column}, 1, ${most}) END AS ${column}`
/** SQL for a number, whatever the cell has, under its own name. */
export const whole = (column: string): string => `CAST(${column} AS REAL) AS ${column}`

export const textIn = (row: Row, column: string): string => {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}
export const numberIn = (row: Row, column: string): number => {
  const value = row[column]
  return typeof value === 'number' ? value : Number.NaN
}

/** Whether a table is there with all of these columns. */
export const hasColumns = (tables: Tables, table: string, ...columns: readonly string[]): boolean =>
  columns.every((column) => tables.get(table)?.has(column))

export const tooLongText = (text: string): boolean => text.length > TEXT_MAX
export const TOO_LONG: Found = { refused: 'import_text_too_long' }
export const NOT_ON_BIBLE: Found = { refused: 'import_not_on_bible' }
