import type { Place } from '../../bible/place.ts'
import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'columns'

const isPlace = (value: unknown): value is Place => {
  if (typeof value !== 'object' || value === null) return false
  const { version, book, chapter } = value as Record<string, unknown>
  return typeof version === 'string' && typeof book === 'string' && Number.isInteger(chapter)
}

/** The columns this device was last left with; none on a new one. */
export const rememberedColumns = (): Place[] => {
  try {
    const saved: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isPlace) : []
  } catch {
    return []
  }
}

export const rememberColumns = (columns: readonly Place[]): void => deviceStorage.set(KEY, JSON.stringify(columns))
