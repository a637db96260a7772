const DAY_MS = 24 * 60 * 60 * 1000

/** The date `days` days from now, in this device's time zone, in the form of a date field: 2026-11-23. */
export const dayIn = (days: number): string => {
  const at = new Date(Date.now() + days * DAY_MS)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** The end of a day from a date field, in this device's time zone, as ISO 8601 (UTC). '' without a valid day. */
export const endOfDay = (day: string): string => {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? '' : end.toISOString()
}
