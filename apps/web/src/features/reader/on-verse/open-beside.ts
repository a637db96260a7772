import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { MOST_COLUMNS } from '../../../bible/kept-columns.ts'
import { activeColumn, freeId, type ReaderAction, type ReaderState } from '../columns/reader-state.ts'

/**
 * Shows verses beside the active column, which stays as it is: in the next column, otherwise in a new one. If no more
 * columns fit, the previous column shows them. Synchronized columns are separated first, because otherwise the active
 * column would show the verses' chapter too.
 */
export const openBeside = (
  reader: ReaderState,
  act: (action: ReaderAction) => void,
  to: ChapterReference,
  verses: readonly number[],
): void => {
  const active = activeColumn(reader)
  const at = reader.columns.indexOf(active)
  const before = reader.columns.length < MOST_COLUMNS ? undefined : reader.columns[at - 1]
  const beside = reader.columns[at + 1] ?? before
  const column = beside?.id ?? freeId(reader)
  if (reader.synced) act({ type: 'separate' })
  if (!beside) {
    act({ type: 'add', id: column, version: to.version })
    // Going back must lead to the column where the person read, not to the new column.
    act({ type: 'activate', column: active.id })
  }
  act({ type: 'go', column, to, verses })
}
