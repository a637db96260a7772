import { availableParallelism } from 'node:os'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { openDoor } from '@pathlight/stores/door.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

/**
 * argon2id by OWASP's first recommendation (19 MiB, 2 passes, 1 lane), the package's default algorithm:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash takes 19 MiB and some 30 ms of a core: more at once would starve everything else. One core stays free of them. */
const MOST_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** About two seconds of waiting; a caller that comes later is asked to try again. */
const MOST_WAITING = 64

/**
 * Hashes and checks passwords, one or two at a time, in turns between callers (their addresses): a caller that asks for many waits
 * for them, and the others do not. Throws StoreUnavailable when too many wait, to the caller that has the most waiting.
 */
export type PasswordHashing = {
  hash(password: string, asker: string): Promise<string>
  /** `stored` null (no such user): false, after as long as a real check takes. */
  verify(stored: string | null, password: string, asker: string): Promise<boolean>
}

export function createPasswordHashing(mostWaiting = MOST_WAITING, mostAtOnce = MOST_AT_ONCE): PasswordHashing {
  const full = () => new StoreUnavailable('Password hashing (too many at once)')
  const { admit } = openDoor({ places: mostAtOnce, mostWaiting, full })
  // Made once, here, so that the first unknown email takes no longer than the others.
  const ofNoUser = hashSync('the password of no user', COST)

  return {
    hash: (password, asker) => admit(asker, () => hash(password, COST)),
    async verify(stored, password, asker) {
      const matches = await admit(asker, () => verify(stored ?? ofNoUser, password))
      return matches && stored !== null
    },
  }
}
