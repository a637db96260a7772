import { findBook } from '@pathlight/scripture/books.ts'
import { deviceStorage } from '../device/device-storage.ts'
import type { ChapterReference } from './chapter-reference.ts'

/** Version, book and chapter of each column (specification section 3). Read by public/before-scripts.js too. */
const COLUMNS = 'columns'
/** What else is remembered of the row: whether it is turned together, which column is shown, how wide they are. */
const ROW = 'columns.row'

/** At most so many side by side (specification section 9). */
export const MOST_COLUMNS = 3

export type Row = { readonly synced: boolean; readonly active: number; readonly widths: readonly number[] }
const PLAIN_ROW: Row = { synced: false, active: 0, widths: [] }

type ChapterReferences = readonly [ChapterReference, ...ChapterReference[]]

const readChapter = (value: unknown): ChapterReference | null => {
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
export const parseColumns = (kept: string | null): ChapterReferences | null => {
  const value = parsed(kept)
  const [first, ...rest] = (Array.isArray(value) ? value : []).flatMap((one) => readChapter(one) ?? [])
  return first ? [first, ...rest.slice(0, MOST_COLUMNS - 1)] : null
}

/** The columns that this device remembers; null on a new one. */
export const keptColumns = (): ChapterReferences | null => parseColumns(deviceStorage.get(COLUMNS))

/** What it remembers of their row; of nonsense the plain one. */
export const keptRow = (): Row => {
  const value = parsed(deviceStorage.get(ROW))
  const { synced, active, widths } = { ...PLAIN_ROW, ...(typeof value === 'object' ? value : null) }
  return {
    synced: synced === true,
    active: Number.isInteger(active) ? active : 0,
    widths: Array.isArray(widths) ? widths.filter((width) => typeof width === 'number' && width > 0) : [],
  }
}

export const keepColumns = (columns: readonly ChapterReference[]): void => {
  const places = columns.map(({ version, book, chapter }) => ({ version, book, chapter }))
  deviceStorage.set(COLUMNS, JSON.stringify(places))
}

export const keepRow = (change: Partial<Row>): void =>
  void deviceStorage.set(ROW, JSON.stringify({ ...keptRow(), ...change }))

/** Where this device left off reading: the column that was shown; null on a new one. */
export const chapterReadLast = (): ChapterReference | null => {
  const columns = keptColumns()
  return columns && (columns[keptRow().active] ?? columns[0])
}
