import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimitStore } from './rate-limit.ts'

/** So much may be open at the same time for whatever a key names. */
export type PlacesLimit = {
  /** Unique: keeps these places apart from others. */
  readonly name: string
  readonly max: number
  /** Redis gives a place back so long after it last heard of it, in milliseconds. */
  readonly leaseMs?: number
}

export type Places = {
  /** Takes a place. Answers how to give it back, or null where all of them are taken. */
  readonly take: (key: string) => Promise<(() => void) | null>
  /** Gives back every place that this process has taken. */
  readonly close: () => Promise<void>
}

/** A killed process gives its places back within this, in milliseconds. */
const LEASE_MS = 60_000
/** A place is renewed so many times before Redis would give it back. */
const RENEWALS_A_LEASE = 3
/** Redis has so long to answer, in milliseconds. After that this process's own count decides. */
const REDIS_ANSWERS_IN_MS = 1_000

/** A sorted set for each key: its members are places, each with the time of Redis at which it is given back. */
const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`
/** KEYS: the set. ARGV: the lease, how many there may be, the place. Answers 0 where all are taken. */
const TAKE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`
/** KEYS: the set. ARGV: the lease, then the places. A Redis that lost its data has them again after this. */
const RENEW = `${NOW}
for nth = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[nth]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`

/** What Redis answers; null where it does not answer in time, or cannot. */
const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => null), sleep(REDIS_ANSWERS_IN_MS, null, { ref: false })])

/**
 * Places that are taken for as long as something is open. Where there is Redis, all processes count together. While
 * Redis is away each process counts its own places: that Redis is lost closes no place and keeps no caller waiting.
 */
export const openPlaces = (store: RateLimitStore, { name, max, leaseMs = LEASE_MS }: PlacesLimit): Places => {
  const held = new Map<string, Set<string>>()
  const keyOf = (key: string) => `${store?.prefix ?? ''}${name}:${key}`

  const renew = async (): Promise<void> => {
    if (store === null || held.size === 0) return
    const pipeline = store.redis.pipeline()
    for (const [key, places] of held) pipeline.eval(RENEW, 1, keyOf(key), leaseMs, ...places)
    await inTime(pipeline.exec())
  }
  const renewing = store === null ? undefined : setInterval(renew, leaseMs / RENEWALS_A_LEASE).unref()

  const forget = (key: string, place: string): boolean => {
    const places = held.get(key)
    if (!places?.delete(place)) return false
    if (places.size === 0) held.delete(key)
    return true
  }
  return {
    take: async (key) => {
      const places = held.get(key) ?? new Set()
      if (places.size >= max) return null
      const place = randomUUID()
      held.set(key, places.add(place))
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
      const given = [...held]
      held.clear()
      if (store === null || given.length === 0) return
      const pipeline = store.redis.pipeline()
      for (const [key, places] of given) pipeline.zrem(keyOf(key), ...places)
      await inTime(pipeline.exec())
    },
  }
}
