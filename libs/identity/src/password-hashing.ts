import { availableParallelism } from 'node:os'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { openDoor } from '@pathlight/stores/door.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

/**
 * argon2id with OWASP's first recommendation (19 MiB, 2 passes, 1 lane), the package's default:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * The most hashes at the same time: two, or one on a machine with one or two cores. A hash takes 19 MiB and some 30 ms
 * of a core.
 */
const MOST_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** The most calls that wait. The last of them waits up to about two seconds. */
const MOST_WAITING = 64

/**
 * Hashes and checks passwords, one or two at a time. `asker`: the caller's address, or one name for all sign-ups.
 * Askers take turns, so that one with many calls does not delay the others. If too many calls wait, the last call of
 * the asker with the most waiting ones throws StoreUnavailable.
 */
export type PasswordHashing = {
  hash(password: string, asker: string): Promise<string>
  /**
   * Whether the password is right. If `stored` is null (no such user), returns false after the time of a real check.
   */
  verify(stored: string | null, password: string, asker: string): Promise<boolean>
}

export function createPasswordHashing(mostWaiting = MOST_WAITING, mostAtOnce = MOST_AT_ONCE): PasswordHashing {
  const full = () => new StoreUnavailable('Password hashing (too many at once)')
  const { admit } = openDoor({ places: mostAtOnce, mostWaiting, full })
  // This hash is made in advance, so that the first unknown email takes no longer than later ones.
  const ofNoUser = hashSync('the password of no user', COST)

  return {
    hash: (password, asker) => admit(asker, () => hash(password, COST)),
    async verify(stored, password, asker) {
      const matches = await admit(asker, () => verify(stored ?? ofNoUser, password))
      return matches && stored !== null
    },
  }
}
