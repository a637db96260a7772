import { findBook } from '@pathlight/scripture/books.ts'
import type { Place } from '../../bible/place.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { type Column, type Desk, deskAt, MOST_COLUMNS } from './desk.ts'

/** Version, book and chapter of each column (specification section 3). Read by public/appearance.js too. */
const COLUMNS = 'columns'
/** What else is remembered of the row: whether it is turned together, which column is shown, how wide they are. */
const ROW = 'columns.row'

type Row = { readonly synced: boolean; readonly active: number; readonly widths: readonly number[] }
const PLAIN_ROW: Row = { synced: false, active: 0, widths: [] }

const readPlace = (value: unknown): Place | null => {
  if (typeof value !== 'object' || value === null) return null
  const { version, book, chapter } = value as Record<string, unknown>
  if (typeof version !== 'string' || typeof book !== 'string' || typeof chapter !== 'number') return null
  const known = findBook(book)
  return known && Number.isInteger(chapter) && chapter > 0 ? { version, book: known.name.en, chapter } : null
}

const parsed = (kept: string | null): unknown => {
  try {
    return JSON.parse(kept ?? 'null')
  } catch {
    return null
  }
}

/** Reads columns that were kept; null when there are none. Nonsense among them is left out. */
export const parseColumns = (kept: string | null): readonly [Place, ...Place[]] | null => {
  const value = parsed(kept)
  const [first, ...rest] = (Array.isArray(value) ? value : []).flatMap((one) => readPlace(one) ?? [])
  return first ? [first, ...rest.slice(0, MOST_COLUMNS - 1)] : null
}

const readRow = (): Row => {
  const value = parsed(deviceStorage.get(ROW))
  const { synced, active, widths } = { ...PLAIN_ROW, ...(typeof value === 'object' ? value : null) }
  return {
    synced: synced === true,
    active: Number.isInteger(active) ? active : 0,
    widths: Array.isArray(widths) ? widths.filter((width) => typeof width === 'number' && width > 0) : [],
  }
}

/** The desk as this device was last left; null on a new one. */
export const keptDesk = (): Desk | null => {
  const places = parseColumns(deviceStorage.get(COLUMNS))
  if (!places) return null
  const named = (place: Place, index: number): Column => ({ id: `c${index + 1}`, ...place })
  const [first, ...rest] = places
  const columns: Desk['columns'] = [named(first, 0), ...rest.map((place, index) => named(place, index + 1))]
  const { synced, active } = readRow()
  return { ...deskAt(first), columns, synced: synced && rest.length > 0, active: columns[active]?.id ?? columns[0].id }
}

export const keepDesk = ({ columns, active, synced }: Desk): void => {
  const places = columns.map(({ version, book, chapter }) => ({ version, book, chapter }))
  deviceStorage.set(COLUMNS, JSON.stringify(places))
  const row: Row = { synced, active: columns.findIndex(({ id }) => id === active), widths: readRow().widths }
  deviceStorage.set(ROW, JSON.stringify(row))
}

/** Widths of so many columns as shares of the row, which sum up to 1: as they were left, else all alike. */
export const keptWidths = (count: number): readonly number[] => {
  const widths = readRow().widths.slice(0, count)
  const sum = widths.reduce((all, width) => all + width, 0)
  return widths.length === count ? widths.map((width) => width / sum) : Array.from({ length: count }, () => 1 / count)
}

export const keepWidths = (widths: readonly number[]): void =>
  deviceStorage.set(ROW, JSON.stringify({ ...readRow(), widths }))
