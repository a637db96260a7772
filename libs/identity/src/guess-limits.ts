import { createHash } from 'node:crypto'
import type { Count, Counts } from './counts.ts'
import type { TooManyGuesses } from './identity.ts'
import { nameKey } from './name-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How an account knows where a request comes from: a session was started there before. */
export type Familiar = { readonly as: 'device'; readonly deviceId: string } | { readonly as: 'address' } | null

/**
 * Wrong passwords a window of 24 hours. A window begins with its first guess, so that two may meet in some 24 hours: in all
 * 2 * (20 + 10 + 20), which is the 100 that are promised. All strangers share one count. Another is for the
 * addresses that are known, which the owner may share with a school. A known device has its own, so that only a person
 * at that device can use it up.
 */
const guessCounts = (account: string, familiar: Familiar): readonly Count[] => {
  const count = (name: string, max: number): Count => ({ name: `${name}:${account}`, max, windowMs: DAY_MS })
  if (familiar === null) return [count('guess', 20)]
  if (familiar.as === 'address') return [count('guess-address', 10)]
  return [count(`guess-device:${familiar.deviceId}`, 10), count('guess-devices', 20)]
}

/**
 * Links to a new password that are mailed within the time that one works (windowMs): strangers get one for an account however
 * many ask, and the owner can use it; from where the owner is known a second mail may be asked for.
 */
export const resetCount = (account: string, familiar: Familiar, windowMs: number, by: string | null): Count =>
  familiar === null
    ? { name: `reset:${account}`, max: 1, windowMs, by }
    : { name: `reset-known:${account}`, max: 2, windowMs, by }

/** The name under which a repeat is counted: a hash of the caller's key, which is not kept itself. */
export const repeatName = (...words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url')

/**
 * Under what an email without an account is counted: one of 65,536 names, so that guessing at emails without end fills no
 * disk, and no address is kept. It differs from a user's own count by nothing that an answer shows.
 */
export const accountOfUnknown = (email: string): string =>
  `nobody-${createHash('sha256').update(nameKey(email)).digest().readUInt16BE(0)}`

/**
 * Runs an attempt as one guess at the account: `attempt` answers null for a wrong password. A right one does not count, and
 * one that could not be tried does not, either. Counted before it is tried, so that many at once are no more than they are.
 */
export const asGuess = async <T>(
  counts: Counts,
  account: string,
  familiar: Familiar,
  attempt: () => Promise<T | null>,
): Promise<T | TooManyGuesses | null> => {
  const countedNames: string[] = []
  const giveBack = () => Promise.all(countedNames.map((name) => counts.giveBack(name)))
  for (const count of guessCounts(account, familiar)) {
    const outcome = await counts.take(count)
    if (!outcome.taken) {
      await giveBack()
      return { retryAfterMs: outcome.retryAfterMs }
    }
    countedNames.push(count.name)
  }
  let counted = false
  try {
    const result = await attempt()
    counted = result === null
    return result
  } finally {
    if (!counted) await giveBack()
  }
}
