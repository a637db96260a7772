/** The filters in the page's address. The form has a field for each of the first six, in this order. */
export const FILTERS = ['person', 'kind', 'action', 'passage', 'from', 'to', 'actor', 'item', 'device'] as const
export type Filter = (typeof FILTERS)[number]

const DATE = /^\d{4}-\d\d-\d\d$/
/**
 * Midnight at the beginning of a day in this device's time zone, as a time in UTC. `later` adds days to the date
 * `said`. A text that is not a date is returned as it is.
 */
const startOfDay = (said: string, later = 0): string => {
  if (!DATE.test(said)) return said
  const [year = 0, month = 1, day = 1] = said.split('-').map(Number)
  return new Date(year, month - 1, day + later).toISOString()
}

/**
 * The query of the call for the filters in the page's address. Days are in this device's time zone. `to` includes its
 * whole day.
 */
export const askedOf = (filters: URLSearchParams): URLSearchParams => {
  const asked = new URLSearchParams()
  for (const name of FILTERS) {
    const value = filters.get(name)?.trim() ?? ''
    if (value === '') continue
    asked.set(name, name === 'from' ? startOfDay(value) : name === 'to' ? startOfDay(value, 1) : value)
  }
  return asked
}
