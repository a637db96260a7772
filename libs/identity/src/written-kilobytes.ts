import type { Count } from './counts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FOR_EVER_MS = 100 * 365 * DAY_MS

/** Kilobytes that a person ever wrote: this many more. */
export const writtenCount = (userId: string, kilobytes: number, most: number): Count => ({
  name: `written-kb:${userId}`,
  max: most,
  windowMs: FOR_EVER_MS,
  amount: kilobytes,
})
