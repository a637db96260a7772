import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { keepColumns, keepRow, keptColumns, keptRow } from '../../../bible/kept-columns.ts'
import { type Column, type ReaderState, readerAt } from './reader-state.ts'

/** The reader's state as the person left it on this device. Null if the device has none. */
export const keptReaderState = (): ReaderState | null => {
  const references = keptColumns()
  if (!references) return null
  const columnAt = (place: ChapterReference, index: number): Column => ({ id: `c${index + 1}`, ...place })
  const [first, ...rest] = references
  const columns: ReaderState['columns'] = [
    columnAt(first, 0),
    ...rest.map((place, index) => columnAt(place, index + 1)),
  ]
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

/** The saved widths of `count` columns, as fractions of the row that add up to 1. Equal widths if fewer are saved. */
export const keptWidths = (count: number): readonly number[] => {
  const widths = keptRow().widths.slice(0, count)
  const sum = widths.reduce((all, width) => all + width, 0)
  return widths.length === count ? widths.map((width) => width / sum) : Array.from({ length: count }, () => 1 / count)
}

export const keepWidths = (widths: readonly number[]): void => keepRow({ widths })
