import { newEntryName } from './history-entries.ts'
import { visitStorage } from './visit-storage.ts'

const KEY = 'tab'

/**
 * The name of this tab: a reload keeps it, and a duplicate of the tab gets another one. It is in the tab's storage only during a
 * reload, because a duplicate copies that storage.
 */
export const tabName = (): string => {
  if (typeof window === 'undefined') return ''
  const name = visitStorage.get(KEY) ?? newEntryName()
  visitStorage.remove(KEY)
  addEventListener('pagehide', () => visitStorage.set(KEY, name))
  addEventListener('pageshow', () => visitStorage.remove(KEY))
  return name
}
