import { createSecretKey, type KeyObject } from 'node:crypto'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'

/** About 300 bytes each. */
const MOST_KEYS = 10_000
/**
 * How long a key is cached, in milliseconds (5 seconds). After that each process has forgotten the key of a closed account. For an
 * active person the cost is one read by primary key in that time.
 */
export const KEY_TTL_MS = 5_000
/** A missing key is asked for again after this, in milliseconds, because the account may be being made at the moment. */
const MISSING_MS = 5_000

export type UserKeys = {
  /** The user's key; null when there is none (any more). */
  get(userId: string): Promise<KeyObject | null>
  forget(userId: string): void
}

/** Remembers keys for `ttlMs` milliseconds (from 1), and a bounded number of them. `keyOf` gives 32 bytes. */
export function userKeys(keyOf: (userId: string) => Promise<Uint8Array | null>, ttlMs: number): UserKeys {
  const remembered = new LRUCache<string, Promise<KeyObject | null>>({ ...atMost(MOST_KEYS), ttl: ttlMs })

  const ask = async (userId: string): Promise<KeyObject | null> => {
    const bytes = await keyOf(userId)
    if (!bytes) return null
    if (bytes.length !== 32) throw new Error(`The data key of user ${userId} has ${bytes.length} bytes instead of 32`)
    return createSecretKey(bytes)
  }

  return {
    get(userId) {
      const known = remembered.get(userId)
      if (known) return known
      const answer = ask(userId)
      remembered.set(userId, answer)
      answer.then(
        (key) => {
          if (key === null && remembered.peek(userId) === answer)
            remembered.set(userId, answer, { ttl: Math.min(ttlMs, MISSING_MS) })
        },
        () => {
          if (remembered.peek(userId) === answer) remembered.delete(userId)
        },
      )
      return answer
    },
    forget: (userId) => void remembered.delete(userId),
  }
}
