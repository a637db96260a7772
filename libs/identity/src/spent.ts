import { createHash } from 'node:crypto'
import type { Count } from './counts.ts'

/** What works once, by its name: the first takes it. */
export const spentCount = (name: string, windowMs: number): Count => ({
  name: `spent:${createHash('sha256').update(name).digest('base64url')}`,
  max: 1,
  windowMs,
})
