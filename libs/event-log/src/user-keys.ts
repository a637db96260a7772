import { createSecretKey, type KeyObject } from 'node:crypto'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'

/** The most keys in memory. A key takes about 300 bytes. */
const MOST_KEYS = 10_000
/**
 * How long a key is cached, in milliseconds: 5 seconds. So a process can open the data of an account for at most this
 * time after another process closed it. For an active person, a process reads the key once in that time, by primary
 * key.
 */
export const KEY_TTL_MS = 5_000
/**
 * How long a process remembers that a user has no key, in milliseconds. The time is short, because the account may be
 * created meanwhile.
 */
const MISSING_MS = 5_000

export type UserKeys = {
  /** The user's key. Null if there is none. */
  get(userId: string): Promise<KeyObject | null>
  forget(userId: string): void
}

/** Caches a bounded number of keys for `ttlMs` milliseconds (at least 1). `keyOf` returns 32 bytes or null. */
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
