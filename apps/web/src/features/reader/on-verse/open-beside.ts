import { MOST_COLUMNS } from '../../../bible/kept-columns.ts'
import type { Place } from '../../../bible/place.ts'
import { activeColumn, type Desk, type DeskAction, freeId } from '../columns/desk.ts'

/**
 * Shows verses beside the active column, which stays where it is: in the next column, else in a new one. Where there
 * can be no more columns, it is the one before. Columns that are turned together are separated: else the active one
 * would turn too.
 */
export const openBeside = (
  desk: Desk,
  act: (action: DeskAction) => void,
  to: Place,
  verses: readonly number[],
): void => {
  const here = activeColumn(desk)
  const at = desk.columns.indexOf(here)
  const before = desk.columns.length < MOST_COLUMNS ? undefined : desk.columns[at - 1]
  const beside = desk.columns[at + 1] ?? before
  const column = beside?.id ?? freeId(desk)
  if (desk.synced) act({ type: 'separate' })
  if (!beside) {
    act({ type: 'add', id: column, version: to.version })
    // The way back leads to where they read, not to the column that is added.
    act({ type: 'activate', column: here.id })
  }
  act({ type: 'go', column, to, verses })
}
