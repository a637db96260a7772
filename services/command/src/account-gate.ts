import { RuleBroken } from '@pathlight/domain/rule.ts'

/** A request that was let by before its session ended has written or was answered within this, in milliseconds. */
const LONGEST_REQUEST_MS = 60_000

/** Writes under way in this process, by person. */
const underWay = new Map<string, Set<Promise<unknown>>>()
/** People whose accounts this process is closing, or has closed a moment ago. */
const closing = new Set<string>()

/** Writes for a person whose account this process is not closing. Throws RuleBroken (account_closed). */
export const whileOpen = async <T>(userId: string, write: () => Promise<T>): Promise<T> => {
  if (closing.has(userId)) throw new RuleBroken('forbidden', 'account_closed', 'This account is closed.')
  const writings = underWay.get(userId) ?? new Set()
  underWay.set(userId, writings)
  const writing = write()
  writings.add(writing)
  try {
    return await writing
  } finally {
    writings.delete(writing)
    if (writings.size === 0) underWay.delete(userId)
  }
}

/**
 * Closes an account after what is being written for its owner, and lets nothing be written meanwhile and afterwards. `close` ends the
 * sessions, too: what comes later is refused by those.
 */
export const whileClosing = async (userId: string, close: () => Promise<void>): Promise<void> => {
  closing.add(userId)
  try {
    await Promise.allSettled(underWay.get(userId) ?? [])
    await close()
  } catch (error) {
    closing.delete(userId)
    throw error
  }
  setTimeout(() => closing.delete(userId), LONGEST_REQUEST_MS).unref()
}
