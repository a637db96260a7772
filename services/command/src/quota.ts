import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords, openLimit, type RateLimitStore } from '@pathlight/http/rate-limit.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { LRUCache } from 'lru-cache'

/** What one person may write. Far beyond what somebody who studies the Bible ever does; operations.md names the settings. */
export type QuotaLimits = {
  readonly writesAMinute: number
  readonly megabytesADay: number
  /** Ever written: the log keeps every change. */
  readonly megabytes: number
  /** Notes, highlights and so on that are there at the same time. */
  readonly items: number
  /** Changes of one item. */
  readonly revisions: number
}

/** What a command is about to append, to an item as it has become. `adds`: an item that was not there; `removes`: it goes. */
export type Write = {
  readonly bytes: number
  readonly revisions: number
  readonly adds: boolean
  readonly removes: boolean
}

export type Quota = {
  /** Counts a request that wants to change something. Throws 429. */
  readonly countRequest: (userId: string) => Promise<void>
  /** Throws 429 (come back later) or 413 (which limit it is), before anything is appended. */
  readonly allow: (userId: string, write: Write) => Promise<void>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KB = 1_000
/** So much is taken from the store at once; a process that dies has taken this too much at most. */
const LEASE_KB = 1_000
/** How long a count of a person's items is believed; what comes and goes meanwhile, in this process, goes into it. */
const COUNT_KEPT_MS = 60_000

const tooFast = (retryAfterMs: number) => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const words = `This is more than can be saved at once. Nothing is lost: please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'writing_too_fast', words, { headers: { 'retry-after': String(seconds) } })
}
const tooMuch = (code: string, words: string, max: number) => new HttpProblem(413, code, words, { params: { max } })

/**
 * Keeps what one person writes within bounds. What was ever written is counted in identity, atomically before it is appended,
 * in leases: a crash counts up to a lease too much, never too little, and no append waits for a second store each
 * time. Items are counted where they are, in the read models, so that the count cannot be wrong for long on either engine,
 * whatever crashes: it is behind by moments, and the writes a minute bound what those let through. Removing is
 * always allowed but for the rate: who is over a limit must be able to get below it.
 */
export const createQuota = (options: {
  limits: QuotaLimits
  rateLimitStore: RateLimitStore
  identity: Pick<Identity, 'grantWriting'>
  /** How many items of every kind the person has. */
  countItems: (userId: string) => Promise<number>
}): Quota => {
  const { limits, rateLimitStore, identity, countItems } = options
  const writes = openLimit(rateLimitStore, { name: 'writes', max: limits.writesAMinute, windowMs: MINUTE_MS })
  const kilobytes = openLimit(rateLimitStore, { name: 'written-kb', max: limits.megabytesADay * KB, windowMs: DAY_MS })
  const leases = new LRUCache<string, { bytes: number }>({ max: 10_000 })
  const counts = new LRUCache<string, { items: number }>({ max: 10_000, ttl: COUNT_KEPT_MS })

  const consume = async (limit: typeof writes, userId: string, amount: number) => {
    const retryAfterMs = await limit(userId, amount)
    if (retryAfterMs !== null) throw tooFast(retryAfterMs)
  }
  const takeBytes = async (userId: string, bytes: number) => {
    const lease = leases.get(userId) ?? { bytes: 0 }
    leases.set(userId, lease)
    if (lease.bytes < bytes) {
      const needed = Math.ceil((bytes - lease.bytes) / KB)
      const most = limits.megabytes * KB
      const grant = async (amount: number) => ((await identity.grantWriting(userId, amount, most)) ? amount : 0)
      const granted = (needed < LEASE_KB && (await grant(LEASE_KB))) || (await grant(needed))
      if (granted === 0) {
        const words = `Everything you ever wrote here, with all changes, is at its limit: ${limits.megabytes} MB.`
        throw tooMuch('quota_full', words, limits.megabytes)
      }
      lease.bytes += granted * KB
    }
    lease.bytes -= bytes
  }
  const countAdded = async (userId: string) => {
    const counted = counts.get(userId) ?? { items: await countItems(userId) }
    if (!counts.has(userId)) counts.set(userId, counted)
    if (counted.items >= limits.items)
      throw tooMuch('too_many_items', `You can keep at most ${limits.items} items here.`, limits.items)
    counted.items += 1
  }

  return {
    countRequest: (userId) => consume(writes, userId, 1),
    allow: async (userId, { bytes, revisions, adds, removes }) => {
      if (removes) {
        const counted = counts.get(userId)
        if (counted) counted.items -= 1
        return
      }
      if (revisions >= limits.revisions) {
        const words = 'This was changed so often that its history is full. Please copy its text into a new one.'
        throw tooMuch('history_full', words, limits.revisions)
      }
      if (adds) await countAdded(userId)
      await consume(kilobytes, userId, Math.ceil(bytes / KB))
      await takeBytes(userId, bytes)
    },
  }
}
