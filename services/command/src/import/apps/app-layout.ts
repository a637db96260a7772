import type { DatabaseSync } from 'node:sqlite'
import type { ImportedApp } from '@pathlight/contracts/import-rules.ts'
import type { KindName } from '@pathlight/domain/item-kind.ts'
import type { Why } from '../entry.ts'

/** What another app keeps on a passage: words, a colour, or neither (a bookmark). */
export type Kept = {
  /** The app's own id of it. */
  readonly id: string
  /** Ids of its first and its last verse, in the standard numbering. */
  readonly first: number
  readonly last: number
  /** Plain text; '': no words. */
  readonly text: string
  /** As #rrggbb; null: none. */
  readonly color: string | null
  /** The app's name of the text that it was kept on, where that text has the standard numbering; null: none, or another numbering. */
  readonly version: string | null
  /** Milliseconds since 1970, as the app has them; NaN: not known. */
  readonly createdAt: number
  readonly updatedAt: number
}
export type Found = Kept | { readonly refused: Why; readonly kind: KindName }

type Row = Readonly<Record<string, unknown>>

/** A table whose rows are taken over, one after another. */
export type Part = {
  readonly table: string
  /** What is selected of a row, as SQL. Long cells must be cut there (see `cell`): SQLite then never reads them whole. */
  readonly columns: readonly string[]
  /** What a row is; null: nothing that a person would miss. */
  readonly read: (row: Row) => Found | null
}

/** The ordinary tables of a database: their columns, and by which column a row is found without a search through all. */
export type Tables = ReadonlyMap<string, { readonly columns: ReadonlySet<string>; readonly key: string | null }>

/** How one app lays out its database. */
export type AppLayout = {
  readonly app: ImportedApp
  /** The tables that are taken over; null: this is no database of the app, or of a version that is not known. */
  readonly partsIn: (db: DatabaseSync, tables: Tables) => readonly Part[] | null
}

/** Characters of a text that is taken: more than any note may have. */
const TEXT_MAX = 200_000
/** SQL for a text of at most so many characters, under its own name. */
export const cell = (column: string, most = TEXT_MAX + 1): string =>
  `CASE WHEN typeof(${column}) = 'text' THEN substr(${column}, 1, ${most}) END AS ${column}`
/** SQL for a whole number that JavaScript can hold, under its own name. */
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
  columns.every((column) => tables.get(table)?.columns.has(column))

export const tooLongText = (text: string): boolean => text.length > TEXT_MAX
export const TOO_LONG: Found = {
  kind: 'note',
  refused: { code: 'import_text_too_long', why: 'This text is longer than a note may be.' },
}
