import { keepColumns, keepRow, keptColumns, keptRow } from '../../../bible/kept-columns.ts'
import type { Place } from '../../../bible/place.ts'
import { type Column, type Desk, deskAt } from './desk.ts'

/** The desk as this device was last left; null on a new one. */
export const keptDesk = (): Desk | null => {
  const places = keptColumns()
  if (!places) return null
  const named = (place: Place, index: number): Column => ({ id: `c${index + 1}`, ...place })
  const [first, ...rest] = places
  const columns: Desk['columns'] = [named(first, 0), ...rest.map((place, index) => named(place, index + 1))]
  const { synced, active } = keptRow()
  return { ...deskAt(first), columns, synced: synced && rest.length > 0, active: columns[active]?.id ?? columns[0].id }
}

export const keepDesk = ({ columns, active, synced }: Desk): void => {
  keepColumns(columns)
  keepRow({ synced, active: columns.findIndex(({ id }) => id === active) })
}

/** Widths of so many columns as shares of the row, which sum up to 1: as they were left, else all alike. */
export const keptWidths = (count: number): readonly number[] => {
  const widths = keptRow().widths.slice(0, count)
  const sum = widths.reduce((all, width) => all + width, 0)
  return widths.length === count ? widths.map((width) => width / sum) : Array.from({ length: count }, () => 1 / count)
}

export const keepWidths = (widths: readonly number[]): void => keepRow({ widths })
