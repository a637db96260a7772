import { createHash } from 'node:crypto'
import type { Count, Counts } from './counts.ts'
import type { TooManyGuesses } from './identity.ts'
import { nameKey } from './name-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether the account knows a request's origin from an earlier session, by its device or its address. Null for a
 * stranger.
 */
export type Familiar = { readonly as: 'device'; readonly deviceId: string } | { readonly as: 'address' } | null

/**
 * The limits of wrong passwords in a window of 24 hours. A window begins with its first guess, so two windows can fall
 * into the same 24 hours: 2 * (20 + 10 + 20) is the documented 100. All strangers share a count of 20, and all known
 * addresses a count of 10, because an owner may share an address with many people. Each known device has a count of 10
 * of its own, and all known devices share a count of 20.
 */
const guessCounts = (account: string, familiar: Familiar): readonly Count[] => {
  const count = (name: string, max: number): Count => ({ name: `${name}:${account}`, max, windowMs: DAY_MS })
  if (familiar === null) return [count('guess', 20)]
  if (familiar.as === 'address') return [count('guess-address', 10)]
  return [count(`guess-device:${familiar.deviceId}`, 10), count('guess-devices', 20)]
}

/**
 * The limit of reset links that are mailed within `windowMs`, the time for which a link is valid. All strangers
 * together get one for an account, and the owner can use it. Known origins have a count of their own, with two.
 */
export const resetCount = (account: string, familiar: Familiar, windowMs: number, by: string | null): Count =>
  familiar === null
    ? { name: `reset:${account}`, max: 1, windowMs, by }
    : { name: `reset-known:${account}`, max: 2, windowMs, by }

/** The stored value by which a repeated call is recognised: a hash of the caller's key. The key is not stored. */
export const repeatName = (...words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url')

/**
 * The name that an email without an account has in the counts, in place of an account's id. It is one of 65,536 names,
 * so that endless guesses cannot fill the disk, and no address is stored.
 */
export const accountOfUnknown = (email: string): string =>
  `nobody-${createHash('sha256').update(nameKey(email)).digest().readUInt16BE(0)}`

/**
 * Runs `attempt` as one guess at the account. The guess counts only if `attempt` returns null, which means a wrong
 * password. It is counted before the attempt, so that concurrent guesses cannot exceed the limit.
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
