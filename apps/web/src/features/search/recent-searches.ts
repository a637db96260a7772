import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'searches'
/** So many are remembered. */
const MOST = 8

/** What was searched on this device, the latest first. Nonsense that is kept is none. */
export const recentSearches = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

const keep = (searches: readonly string[]): readonly string[] => {
  deviceStorage.set(KEY, JSON.stringify(searches))
  return searches
}

export const rememberSearch = (query: string): readonly string[] =>
  keep([query, ...recentSearches().filter((one) => one !== query)].slice(0, MOST))

export const forgetSearch = (query: string): readonly string[] => keep(recentSearches().filter((one) => one !== query))
