import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { MOST_COLUMNS } from '../../../bible/kept-columns.ts'
import { activeColumn, freeId, type ReaderAction, type ReaderState } from '../columns/reader-state.ts'

/**
 * Shows verses beside the active column, which stays where it is: in the next column, else in a new one. Where there
 * can be no more columns, it is the column before the active one. Columns that are turned together are separated: else the active one
 * would turn too.
 */
export const openBeside = (
  reader: ReaderState,
  act: (action: ReaderAction) => void,
  to: ChapterReference,
  verses: readonly number[],
): void => {
  const here = activeColumn(reader)
  const at = reader.columns.indexOf(here)
  const before = reader.columns.length < MOST_COLUMNS ? undefined : reader.columns[at - 1]
  const beside = reader.columns[at + 1] ?? before
  const column = beside?.id ?? freeId(reader)
  if (reader.synced) act({ type: 'separate' })
  if (!beside) {
    act({ type: 'add', id: column, version: to.version })
    // The way back leads to where they read, not to the column that is added.
    act({ type: 'activate', column: here.id })
  }
  act({ type: 'go', column, to, verses })
}
