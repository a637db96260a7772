import { atMost } from '@pathlight/stores/at-most.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { addressOf } from './address.ts'
import { ownCopy } from './own-copy.ts'
import { HttpProblem } from './problem.ts'

/** So much a window for whatever `key` names; a request costs 1. */
export type RateLimit = {
  /** Unique: keeps this limit's counters apart. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly key: (request: FastifyRequest) => string
}

/** Where limits are counted, under names that begin so; null: in this process. */
export type RateLimitStore = { readonly redis: Redis; readonly prefix: string } | null

declare module 'fastify' {
  interface FastifyInstance {
    rateLimitStore: RateLimitStore
  }
}

/** Of each limit, the callers that this process counts; about 250 bytes each. Those that asked last are kept. */
const MOST_COUNTED = 20_000

/** Answers null, or how many milliseconds it takes until there is room again. */
type Counter = (key: string, cost: number) => Promise<number | null>

const countHere = ({ max, windowMs }: Omit<RateLimit, 'key'>): Counter => {
  const windows = new LRUCache<string, { used: number; readonly endsAt: number }>(atMost(MOST_COUNTED))
  return async (key, cost) => {
    const now = performance.now()
    const known = windows.get(key)
    const window = known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + windowMs }
    if (window !== known) windows.set(ownCopy(key), window)
    window.used += cost
    return window.used > max ? window.endsAt - now : null
  }
}

const countInRedis = ({ redis, prefix }: NonNullable<RateLimitStore>, limit: Omit<RateLimit, 'key'>): Counter => {
  const { name, max, windowMs } = limit
  const options = { points: max, duration: windowMs / 1000, storeClient: redis, keyPrefix: prefix + name }
  const counter = new RateLimiterRedis(options)
  return async (key, cost) => {
    try {
      await counter.consume(key, cost)
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw new StoreUnavailable('Redis', refused)
      return refused.msBeforeNext
    }
  }
}

/** Counts by address. */
export const byAddress = (request: FastifyRequest): string => addressOf(request)

/** For a person: "a minute", "3 hours". */
export const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(seconds / 3600)
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${hours} hours`
}

type Window = Omit<RateLimit, 'key'>

/**
 * How long it takes until there is room again, and under which limit: Retry-After, and the RateLimit headers
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
const whenThereIsRoom = (seconds: number, { name, max, windowMs }: Window) => ({
  'retry-after': String(seconds),
  ratelimit: `"${name}";r=0;t=${seconds}`,
  'ratelimit-policy': `"${name}";q=${max};w=${Math.ceil(windowMs / 1000)}`,
})

const inSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

const tooManyRequests = (retryAfterMs: number, limit: Window): HttpProblem => {
  const seconds = inSeconds(retryAfterMs)
  const words = `Too many attempts. Please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'too_many_requests', words, { headers: whenThereIsRoom(seconds, limit) })
}

/** For what is not guessed at but asked for: as admit.ts says it, but for longer. */
export const budgetSpent = (retryAfterMs: number, limit: Window): HttpProblem => {
  const seconds = inSeconds(retryAfterMs)
  const words = `The server is busy with your requests. Please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'busy_with_yours', words, { headers: whenThereIsRoom(seconds, limit) })
}

/**
 * A limit of which one use may cost more than 1. Answers null, or how long it takes, in milliseconds, until there is room
 * again. Throws StoreUnavailable where the counters cannot be reached.
 */
export const openLimit = (store: RateLimitStore, limit: Omit<RateLimit, 'key'>): Counter =>
  store === null ? countHere(limit) : countInRedis(store, limit)

/**
 * A preHandler that answers 429 with Retry-After once any of the limits is passed. When the counters cannot be reached
 * it answers 503: what is limited here (passwords, mails) must not become unlimited by taking Redis away.
 */
export const rateLimited = (app: FastifyInstance, ...limits: readonly RateLimit[]) => {
  const counters = limits.map((limit) => ({ limit, consume: openLimit(app.rateLimitStore, limit) }))
  return async (request: FastifyRequest): Promise<void> => {
    for (const { limit, consume } of counters) {
      const retryAfterMs = await consume(limit.key(request), 1)
      if (retryAfterMs !== null) throw tooManyRequests(retryAfterMs, limit)
    }
  }
}
