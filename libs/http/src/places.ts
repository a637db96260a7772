import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimitStore } from './rate-limit.ts'

/** The limit of things that are open at the same time for one key, such as a person's live streams. */
export type PlacesLimit = {
  /** A unique prefix of the keys in Redis. */
  readonly name: string
  readonly max: number
  /** The time without renewal after which Redis frees a place, in milliseconds. */
  readonly leaseMs?: number
}

export type Places = {
  /** Takes one of the key's `max` places. Resolves to the function that frees it, or to null if all are taken. */
  readonly take: (key: string) => Promise<(() => void) | null>
  /** Frees all places of this process. */
  readonly close: () => Promise<void>
}

/** The default of `leaseMs`: Redis frees the places of a killed process within this time. */
const LEASE_MS = 60_000
const RENEWALS_A_LEASE = 3
/** The longest wait for Redis, in milliseconds. After it, this process's own count decides. */
const REDIS_ANSWERS_IN_MS = 1_000

/**
 * The beginning of each Lua script: `now` is the time of Redis in milliseconds. In Redis each key is a sorted set whose
 * members are places. A place's score is the time at which its lease ends.
 */
const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`
/**
 * KEYS: the set. ARGV: the lease in milliseconds, the most places, the new place. Returns 0 if all places are taken.
 */
const TAKE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`
/**
 * KEYS: the set. ARGV: the lease in milliseconds, then the places. The script also restores the places if Redis has
 * lost its data.
 */
const RENEW = `${NOW}
for nth = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[nth]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`

/** The answer of Redis. Null if Redis fails or does not answer in time. */
const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => null), sleep(REDIS_ANSWERS_IN_MS, null, { ref: false })])

/**
 * Limits how many things (such as live streams) are open at the same time. With Redis all processes count together.
 * While Redis is unreachable, each process counts its own places.
 */
export const openPlaces = (store: RateLimitStore, { name, max, leaseMs = LEASE_MS }: PlacesLimit): Places => {
  const taken = new Map<string, Set<string>>()
  const keyOf = (key: string) => `${store?.prefix ?? ''}${name}:${key}`

  const renew = async (): Promise<void> => {
    if (store === null || taken.size === 0) return
    const pipeline = store.redis.pipeline()
    for (const [key, places] of taken) pipeline.eval(RENEW, 1, keyOf(key), leaseMs, ...places)
    await inTime(pipeline.exec())
  }
  const renewing = store === null ? undefined : setInterval(renew, leaseMs / RENEWALS_A_LEASE).unref()

  const forget = (key: string, place: string): boolean => {
    const places = taken.get(key)
    if (!places?.delete(place)) return false
    if (places.size === 0) taken.delete(key)
    return true
  }
  return {
    take: async (key) => {
      const places = taken.get(key) ?? new Set()
      if (places.size >= max) return null
      const place = randomUUID()
      taken.set(key, places.add(place))
      const answer = store && (await inTime(store.redis.eval(TAKE, 1, keyOf(key), leaseMs, max, place)))
      if (answer === 0) {
        forget(key, place)
        return null
      }
      return () => {
        if (forget(key, place)) store?.redis.zrem(keyOf(key), place).catch(() => undefined)
      }
    },
    close: async () => {
      clearInterval(renewing)
      const lost = [...taken]
      taken.clear()
      if (store === null || lost.length === 0) return
      const pipeline = store.redis.pipeline()
      for (const [key, places] of lost) pipeline.zrem(keyOf(key), ...places)
      await inTime(pipeline.exec())
    },
  }
}
