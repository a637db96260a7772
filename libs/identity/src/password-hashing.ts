import { hash, hashSync, verify } from '@node-rs/argon2'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

/**
 * argon2id by OWASP's first recommendation (19 MiB, 2 passes, 1 lane), the package's default algorithm:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash takes 19 MiB and some 30 ms of a core: more at once would starve everything else. */
const MOST_AT_ONCE = 2
/** About two seconds of waiting; who comes later is asked to try again. */
const MOST_WAITING = 64

/** Hashes and checks passwords, two at a time. Throws StoreUnavailable when too many wait. */
export type PasswordHashing = {
  hash(password: string): Promise<string>
  /** `stored` null (no such user): false, after as long as a real check takes. */
  verify(stored: string | null, password: string): Promise<boolean>
}

export function createPasswordHashing(mostWaiting = MOST_WAITING): PasswordHashing {
  let running = 0
  const waiting: (() => void)[] = []

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MOST_AT_ONCE) {
      if (waiting.length >= mostWaiting) throw new StoreUnavailable('Password hashing (too many at once)')
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  // Made once, here, so that the first unknown email takes no longer than the others.
  const nobodys = hashSync('the password of nobody', COST)

  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    async verify(stored, password) {
      const matches = await inTurn(() => verify(stored ?? nobodys, password))
      return matches && stored !== null
    },
  }
}
