import { atMost } from '@pathlight/stores/at-most.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { addressOf } from './address.ts'
import { ownCopy } from './own-copy.ts'
import { HttpProblem } from './problem.ts'

/** At most `max` requests in a window of `windowMs` milliseconds for each value of `key`. */
export type RateLimit = {
  /** A unique name, which is a part of the counters' keys. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly key: (request: FastifyRequest) => string
}

/** The Redis with the counters, and a prefix for its keys. Null if each process counts by itself. */
export type RateLimitStore = { readonly redis: Redis; readonly prefix: string } | null

declare module 'fastify' {
  interface FastifyInstance {
    rateLimitStore: RateLimitStore
  }
}

/**
 * The most callers that a process counts for each limit. Each takes about 250 bytes. The callers whose last request is
 * oldest are dropped.
 */
const MOST_COUNTED = 20_000

/**
 * Counts `cost`. Returns null if the key is within the limit, otherwise the milliseconds until the caller may try
 * again. A negative cost takes an earlier cost back.
 */
type Counter = (key: string, cost: number) => Promise<number | null>

const countHere = ({ max, windowMs }: Omit<RateLimit, 'key'>): Counter => {
  const windows = new LRUCache<string, { used: number; readonly endsAt: number }>(atMost(MOST_COUNTED))
  return async (key, cost) => {
    const now = performance.now()
    const previous = windows.get(key)
    const window = previous !== undefined && previous.endsAt > now ? previous : { used: 0, endsAt: now + windowMs }
    if (window !== previous) windows.set(ownCopy(key), window)
    window.used = Math.max(0, window.used + cost)
    return window.used > max ? window.endsAt - now : null
  }
}

const countInRedis = ({ redis, prefix }: NonNullable<RateLimitStore>, limit: Omit<RateLimit, 'key'>): Counter => {
  const { name, max, windowMs } = limit
  const options = { points: max, duration: windowMs / 1000, storeClient: redis, keyPrefix: prefix + name }
  const counter = new RateLimiterRedis(options)
  return async (key, cost) => {
    try {
      await (cost < 0 ? counter.reward(key, -cost) : counter.consume(key, cost))
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw new StoreUnavailable('Redis', refused)
      return refused.msBeforeNext
    }
  }
}

export const byAddress = (request: FastifyRequest): string => addressOf(request)

/** A duration in words, such as "a minute" or "3 hours". */
export const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(seconds / 3600)
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${hours} hours`
}

type Window = Omit<RateLimit, 'key'>

/**
 * Headers that name the limit and the time until the next try: Retry-After, RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
const retryHeaders = (seconds: number, { name, max, windowMs }: Window) => ({
  'retry-after': String(seconds),
  ratelimit: `"${name}";r=0;t=${seconds}`,
  'ratelimit-policy': `"${name}";q=${max};w=${Math.ceil(windowMs / 1000)}`,
})

const inSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** The refusal (429) of a request that is over a limit. Its headers and words say when to try again. */
export const tooManyRequests = (retryAfterMs: number, limit: Window): HttpProblem => {
  const seconds = inSeconds(retryAfterMs)
  const words = `Too many attempts. Please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'too_many_requests', words, { headers: retryHeaders(seconds, limit) })
}

/**
 * The refusal of expensive calls, for which "Too many attempts" would be wrong. Its message is like the one in
 * admit.ts, with a longer wait.
 */
export const budgetSpent = (retryAfterMs: number, limit: Window): HttpProblem => {
  const seconds = inSeconds(retryAfterMs)
  const words = `The server is busy with your requests. Please try again in ${inWords(seconds)}.`
  return new HttpProblem(429, 'busy_with_yours', words, { headers: retryHeaders(seconds, limit) })
}

/** Opens a limit whose uses can cost more than 1. The counter throws StoreUnavailable if Redis cannot be reached. */
export const openLimit = (store: RateLimitStore, limit: Omit<RateLimit, 'key'>): Counter =>
  store === null ? countHere(limit) : countInRedis(store, limit)

/**
 * A preHandler that answers 429 with Retry-After if any of the limits is exceeded. It answers 503 if Redis cannot be
 * reached, so that an outage of Redis does not allow unlimited password guesses and mails.
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

const wasRefused = ({ statusCode }: FastifyReply): boolean => statusCode >= 400 && statusCode < 500

/**
 * A limit that counts only refused requests, so that many people behind one address can log in. `hooks`: for the route.
 * A request counts when it arrives, so that concurrent requests cannot exceed the limit. If it was not refused, its
 * count is taken back after the answer. `giveBack` takes the count back earlier.
 * @param isRefused default: an answer of 400 to 499
 */
export const refusalsLimited = (app: FastifyInstance, limit: RateLimit, isRefused = wasRefused) => {
  const consume = openLimit(app.rateLimitStore, limit)
  const counted = new WeakSet<FastifyRequest>()
  const giveBack = async (request: FastifyRequest): Promise<void> => {
    if (counted.delete(request)) await consume(limit.key(request), -1)
  }
  const hooks = {
    preHandler: async (request: FastifyRequest): Promise<void> => {
      const retryAfterMs = await consume(limit.key(request), 1)
      if (retryAfterMs !== null) throw tooManyRequests(retryAfterMs, limit)
      counted.add(request)
    },
    onResponse: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!isRefused(reply)) await giveBack(request)
    },
  }
  return { hooks, giveBack }
}
