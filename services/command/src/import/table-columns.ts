import {
  COLUMN_NAMES,
  columnKey,
  type DateOrder,
  IMPORT_COLUMNS,
  type ImportColumn,
  PASSAGE_COLUMNS,
} from '@pathlight/contracts/import-rules.ts'

export type Columns = Readonly<Partial<Record<ImportColumn, number>>>

/**
 * The person's choices for a table. `columns` null: the table's heads say what each column means. `dates` is absent
 * from choices that an older program stored.
 */
export type FileChoices = {
  readonly columns: Columns | null
  readonly version: string | null
  readonly dates?: DateOrder | null
}

/**
 * Whether the columns name the passage of a row: in one column, or in a column for the book and one for the chapter or
 * verse.
 */
const havePassage = ({ reference, book, chapter, verse }: Columns): boolean =>
  reference !== undefined || (book !== undefined && (chapter ?? verse) !== undefined)

/** Whether the columns are enough to import rows: a passage, and a text or a colour. */
export const areEnough = (columns: Columns): boolean =>
  havePassage(columns) && (columns.text !== undefined || columns.color !== undefined)

/** The columns of a table by their heads. */
export const columnsIn = (heads: readonly string[]): Columns => {
  const keys = heads.map(columnKey)
  const columns: Partial<Record<ImportColumn, number>> = {}
  for (const column of IMPORT_COLUMNS) {
    const at = COLUMN_NAMES[column].map((name) => keys.indexOf(columnKey(name))).find((index) => index !== -1)
    if (at !== undefined) columns[column] = at
  }
  const { reference, verse, book, version } = columns
  // A head like "verse" can mean the whole passage. In a table with a column for the book, "verse" means the verse
  // alone.
  if (reference === verse) delete columns.reference
  if (havePassage(columns) && columns.reference === undefined) {
    if (version === book) delete columns.version
    return columns
  }
  for (const column of PASSAGE_COLUMNS) delete columns[column]
  if (reference !== undefined) columns.reference = reference
  return columns
}

/** Whether AndBible made this table. Its cells contain HTML, and labels of the app itself. */
export const isTableOfAndBible = (heads: readonly string[]): boolean => {
  const keys = new Set(heads.map(columnKey))
  return keys.has('osisref') && keys.has('ordinalstart')
}
