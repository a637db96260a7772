import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { keepColumns, keepRow, keptColumns, keptRow } from '../../../bible/kept-columns.ts'
import { type Column, type ReaderState, readerAt } from './reader-state.ts'

/** The columns and what is chosen, as this device was last left; null on a new one. */
export const keptReaderState = (): ReaderState | null => {
  const places = keptColumns()
  if (!places) return null
  const named = (place: ChapterReference, index: number): Column => ({ id: `c${index + 1}`, ...place })
  const [first, ...rest] = places
  const columns: ReaderState['columns'] = [named(first, 0), ...rest.map((place, index) => named(place, index + 1))]
  const { synced, active } = keptRow()
  return {
    ...readerAt(first),
    columns,
    synced: synced && rest.length > 0,
    active: columns[active]?.id ?? columns[0].id,
  }
}

export const keepReaderState = ({ columns, active, synced }: ReaderState): void => {
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
