import {
  COLUMN_NAMES,
  columnKey,
  type DateOrder,
  IMPORT_COLUMNS,
  type ImportColumn,
  PASSAGE_COLUMNS,
} from '@pathlight/contracts/import-rules.ts'

export type Columns = Readonly<Partial<Record<ImportColumn, number>>>

/** What the person said about a table. `columns`: null: its heads say it. `dates`: absent where an older program kept it. */
export type FileChoices = {
  readonly columns: Columns | null
  readonly version: string | null
  readonly dates?: DateOrder | null
}

/** Whether the columns say where a row belongs: in one column, or in those of book, chapter and verse. */
const havePassage = ({ reference, book, chapter, verse }: Columns): boolean =>
  reference !== undefined || (book !== undefined && (chapter ?? verse) !== undefined)

/** Whether rows can be taken with these columns. */
export const areEnough = (columns: Columns): boolean =>
  havePassage(columns) && (columns.text !== undefined || columns.color !== undefined)

/** What each column of a table has, by its head. */
export const columnsIn = (heads: readonly string[]): Columns => {
  const keys = heads.map(columnKey)
  const columns: Partial<Record<ImportColumn, number>> = {}
  for (const column of IMPORT_COLUMNS) {
    const at = COLUMN_NAMES[column].map((name) => keys.indexOf(columnKey(name))).find((index) => index !== -1)
    if (at !== undefined) columns[column] = at
  }
  const { reference, verse, book, version } = columns
  // Beside a book's, a column named "verse" has the verse only.
  if (reference === verse) delete columns.reference
  if (havePassage(columns) && columns.reference === undefined) {
    if (version === book) delete columns.version
    return columns
  }
  for (const column of PASSAGE_COLUMNS) delete columns[column]
  if (reference !== undefined) columns.reference = reference
  return columns
}

/** Whether AndBible made this table. It has HTML in its cells, and labels that the app made for itself. */
export const isTableOfAndBible = (heads: readonly string[]): boolean => {
  const keys = new Set(heads.map(columnKey))
  return keys.has('osisref') && keys.has('ordinalstart')
}
