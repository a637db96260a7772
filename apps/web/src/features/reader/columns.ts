import { deviceStorage } from '../../app/device-storage.ts'

/** What a column of the reader shows. `book` is the English name, whatever the version's language. */
export type Column = { readonly version: string; readonly book: string; readonly chapter: number }

const KEY = 'columns'

const isColumn = (value: unknown): value is Column => {
  if (typeof value !== 'object' || value === null) return false
  const { version, book, chapter } = value as Record<string, unknown>
  return typeof version === 'string' && typeof book === 'string' && Number.isInteger(chapter)
}

/** The columns this device was last left with; none on a new one. */
export const rememberedColumns = (): Column[] => {
  try {
    const saved: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isColumn) : []
  } catch {
    return []
  }
}

export const rememberColumns = (columns: readonly Column[]): void => deviceStorage.set(KEY, JSON.stringify(columns))
