import { newEntryName } from './history-entries.ts'
import { visitStorage } from './visit-storage.ts'

const KEY = 'tab'

/**
 * The name of this tab: a reload keeps it, and a copy of the tab has another one. A name that stayed in the storage of the tab
 * while it is open would be copied with it.
 */
export const tabName = (): string => {
  if (typeof window === 'undefined') return ''
  const name = visitStorage.get(KEY) ?? newEntryName()
  visitStorage.remove(KEY)
  addEventListener('pagehide', () => visitStorage.set(KEY, name))
  addEventListener('pageshow', () => visitStorage.remove(KEY))
  return name
}
