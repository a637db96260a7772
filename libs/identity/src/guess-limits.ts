import { createHash } from 'node:crypto'
import type { Count, Counts } from './counts.ts'
import type { TooManyGuesses } from './identity.ts'
import { nameKey } from './name-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How an account knows the origin of a request from an earlier session; null for a stranger. */
export type Familiar = { readonly as: 'device'; readonly deviceId: string } | { readonly as: 'address' } | null

/**
 * Wrong passwords in a window of 24 hours. A window begins with its first guess, so two windows can fall into the same 24 hours: 2
 * * (20 + 10 + 20) is the promised 100. All strangers share one count. Known addresses share another count, because the owner may
 * share an address with a school. A known device has a count of its own, which only a person at that device can use up.
 */
const guessCounts = (account: string, familiar: Familiar): readonly Count[] => {
  const count = (name: string, max: number): Count => ({ name: `${name}:${account}`, max, windowMs: DAY_MS })
  if (familiar === null) return [count('guess', 20)]
  if (familiar.as === 'address') return [count('guess-address', 10)]
  return [count(`guess-device:${familiar.deviceId}`, 10), count('guess-devices', 20)]
}

/**
 * How many reset links are mailed while one is valid (`windowMs`). All strangers together get one for an account, and the owner
 * can use it. Known origins have a count of their own, with two.
 */
export const resetCount = (account: string, familiar: Familiar, windowMs: number, by: string | null): Count =>
  familiar === null
    ? { name: `reset:${account}`, max: 1, windowMs, by }
    : { name: `reset-known:${account}`, max: 2, windowMs, by }

/** The name of a repeat's count: a hash of the caller's key, which is not stored. */
export const repeatName = (...words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url')

/**
 * The count of an email without an account: one of 65,536 names, so that endless guesses fill no disk, and no address is stored.
 * Answers do not differ from those for a user.
 */
export const accountOfUnknown = (email: string): string =>
  `nobody-${createHash('sha256').update(nameKey(email)).digest().readUInt16BE(0)}`

/**
 * Runs an attempt as one guess at the account: `attempt` answers null for a wrong password. A right one, and one that could not be
 * tried, do not count. It is counted before it is tried, so that concurrent guesses cannot exceed the limit.
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
