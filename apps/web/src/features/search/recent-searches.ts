import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'searches'
const MOST = 8

/** The latest searches on this device, newest first. Invalid stored data counts as no searches. */
export const recentSearches = (): readonly string[] => {
  try {
    const saved: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((one) => typeof one === 'string').slice(0, MOST) : []
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
