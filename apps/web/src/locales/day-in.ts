const DAY_MS = 24 * 60 * 60 * 1000

/** The day that is `days` days from now, in this device's time zone, as date fields have it: 2026-11-23. */
export const dayIn = (days: number): string => {
  const at = new Date(Date.now() + days * DAY_MS)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** The end of a day of a date field, in this device's time zone, in ISO 8601 (UTC); '' for no day. */
export const endOfDay = (day: string): string => day && new Date(`${day}T23:59:59.999`).toISOString()
