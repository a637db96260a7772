import { z } from 'zod'
import { refusal } from './refusal.ts'
import { LONGEST_DAYS } from './token-rules.ts'

const BAD_UNTIL = refusal('bad_until', `An end is a date such as 2026-11-23, within ${LONGEST_DAYS} days from now.`, {
  days: LONGEST_DAYS,
})
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The end of a token or invitation: a moment, or a date, which means the end of that day in UTC. The end must be in the
 * future, at most LONGEST_DAYS + 1 days ahead.
 */
export const until = z.union([z.iso.date(), z.iso.datetime({ offset: true })], BAD_UNTIL).refine((said) => {
  const ms = endOf(said).getTime() - Date.now()
  return ms > 0 && ms <= (LONGEST_DAYS + 1) * DAY_MS
}, BAD_UNTIL)

/** The moment of an end that `until` has checked. */
export const endOf = (said: string): Date => new Date(said.length === 10 ? `${said}T23:59:59.999Z` : said)

export const inAMonth = (): string => new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
