import { newEntryName } from './history-entries.ts'
import { visitStorage } from './visit-storage.ts'

const KEY = 'tab'

/**
 * The name of this tab. A reload keeps the name, and a duplicate of the tab gets another one. A duplicate copies the
 * tab's storage, so the name is in that storage only during a reload.
 */
export const tabName = (): string => {
  if (typeof window === 'undefined') return ''
  const name = visitStorage.get(KEY) ?? newEntryName()
  visitStorage.remove(KEY)
  addEventListener('pagehide', () => visitStorage.set(KEY, name))
  addEventListener('pageshow', () => visitStorage.remove(KEY))
  return name
}
