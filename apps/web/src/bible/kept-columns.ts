import { findBook } from '@pathlight/scripture/books.ts'
import { deviceStorage } from '../device/device-storage.ts'
import type { ChapterReference } from './chapter-reference.ts'

/**
 * The key in the device's storage for the columns: the version, book and chapter of each (specification section 3).
 * public/before-scripts.js reads it too.
 */
const COLUMNS = 'columns'
/**
 * The key for the state of the row of columns: whether they are synchronized, which one is active, and their widths.
 */
const ROW = 'columns.row'

/** The most columns side by side (specification section 9). */
export const MOST_COLUMNS = 3

export type Row = { readonly synced: boolean; readonly active: number; readonly widths: readonly number[] }
const DEFAULT_ROW: Row = { synced: false, active: 0, widths: [] }

type ChapterReferences = readonly [ChapterReference, ...ChapterReference[]]

const readChapter = (value: unknown): ChapterReference | null => {
  if (typeof value !== 'object' || value === null) return null
  const { version, book, chapter } = value as Record<string, unknown>
  if (typeof version !== 'string' || typeof book !== 'string' || typeof chapter !== 'number') return null
  const bookEntry = findBook(book)
  return bookEntry && Number.isInteger(chapter) && chapter > 0 ? { version, book: bookEntry.name.en, chapter } : null
}

const parseJson = (saved: string | null): unknown => {
  try {
    return JSON.parse(saved ?? 'null')
  } catch {
    return null
  }
}

/** Parses saved columns. Leaves out invalid ones. Null if no column remains. */
export const parseColumns = (saved: string | null): ChapterReferences | null => {
  const value = parseJson(saved)
  const [first, ...rest] = (Array.isArray(value) ? value : []).flatMap((one) => readChapter(one) ?? [])
  return first ? [first, ...rest.slice(0, MOST_COLUMNS - 1)] : null
}

export const keptColumns = (): ChapterReferences | null => parseColumns(deviceStorage.get(COLUMNS))

/** The saved state of the row of columns. An invalid value is replaced by its default. */
export const keptRow = (): Row => {
  const value = parseJson(deviceStorage.get(ROW))
  const { synced, active, widths } = { ...DEFAULT_ROW, ...(typeof value === 'object' ? value : null) }
  return {
    synced: synced === true,
    active: Number.isInteger(active) ? active : 0,
    widths: Array.isArray(widths) ? widths.filter((width) => typeof width === 'number' && width > 0) : [],
  }
}

export const keepColumns = (columns: readonly ChapterReference[]): void => {
  const references = columns.map(({ version, book, chapter }) => ({ version, book, chapter }))
  deviceStorage.set(COLUMNS, JSON.stringify(references))
}

export const keepRow = (change: Partial<Row>): void =>
  void deviceStorage.set(ROW, JSON.stringify({ ...keptRow(), ...change }))

/** The chapter that was last read on this device: the chapter of the active column. Null on a new device. */
export const chapterReadLast = (): ChapterReference | null => {
  const columns = keptColumns()
  return columns && (columns[keptRow().active] ?? columns[0])
}
