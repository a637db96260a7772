import { createSecretKey, type KeyObject } from 'node:crypto'

/** About 300 bytes each. */
const MOST_KEYS = 10_000
/** A missing key is asked for again soon: the account may be made this moment. */
const MISSING_MS = 5_000

export type UserKeys = {
  /** The user's key; null when there is none (any more). */
  get(userId: string): Promise<KeyObject | null>
  forget(userId: string): void
}

/** Remembers keys for `ttlMs` milliseconds, and a bounded number of them. `keyOf` gives 32 bytes. */
export function userKeys(keyOf: (userId: string) => Promise<Uint8Array | null>, ttlMs: number): UserKeys {
  const remembered = new Map<string, { key: Promise<KeyObject | null>; until: number }>()

  const ask = async (userId: string): Promise<KeyObject | null> => {
    const bytes = await keyOf(userId)
    if (!bytes) {
      const entry = remembered.get(userId)
      if (entry) entry.until = Math.min(entry.until, performance.now() + MISSING_MS)
      return null
    }
    if (bytes.length !== 32) throw new Error(`The data key of user ${userId} has ${bytes.length} bytes instead of 32`)
    return createSecretKey(bytes)
  }

  return {
    get(userId) {
      const known = remembered.get(userId)
      if (known && known.until > performance.now()) return known.key
      const entry = { key: Promise.resolve<KeyObject | null>(null), until: performance.now() + ttlMs }
      remembered.delete(userId)
      remembered.set(userId, entry)
      entry.key = ask(userId).catch((error: unknown) => {
        if (remembered.get(userId) === entry) remembered.delete(userId)
        throw error
      })
      if (remembered.size > MOST_KEYS) {
        const [oldest] = remembered.keys()
        if (oldest !== undefined) remembered.delete(oldest)
      }
      return entry.key
    },
    forget: (userId) => void remembered.delete(userId),
  }
}
