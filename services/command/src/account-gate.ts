import { RuleBroken } from '@pathlight/domain/rule.ts'

/** The longest time from the check of a session to the end of its request, in milliseconds. */
const LONGEST_REQUEST_MS = 60_000

/** Writes under way in this process, by person. */
const underWay = new Map<string, Set<Promise<unknown>>>()
/** People whose accounts this process is closing, or closed within LONGEST_REQUEST_MS. */
const closing = new Set<string>()

/** Runs a write. Throws RuleBroken (account_closed) while, and just after, this process closes the person's account. */
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
 * Waits for the person's writes under way, then closes the account. `whileOpen` refuses later writes for
 * LONGEST_REQUEST_MS. After that time no write can come, because `close` has ended the person's sessions.
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
