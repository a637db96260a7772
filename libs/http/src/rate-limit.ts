import { normalizeIP } from '@fastify/rate-limit'
import { nameKey } from '@pathlight/identity/name-key.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/** `max` requests a window for whatever `key` names; null: this request is not counted. */
export type RateLimit = {
  /** Unique: keeps this limit's counters apart. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly key: (request: FastifyRequest) => string | null
}

/** Counts by address; an IPv6 customer owns a /64, so that is what counts there. */
export const byAddress = (request: FastifyRequest): string => normalizeIP(request.ip, 64)

/** Counts by the email in the body, however it is written. */
export const byEmail = (request: FastifyRequest): string | null => {
  const email = (request.body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? nameKey(email) : null
}

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/**
 * A preHandler that answers 429 with Retry-After once any of the limits is passed. When the counters cannot be reached
 * it answers 503: what is limited here (passwords, mails) must not become unlimited by taking Redis away.
 */
export const rateLimited = (app: FastifyInstance, ...limits: readonly RateLimit[]) => {
  const counters = limits.map((limit) => ({
    limit,
    count: app.createRateLimit({
      max: limit.max,
      timeWindow: limit.windowMs,
      keyGenerator: (request) => `${limit.name}:${limit.key(request)}`,
    }),
  }))
  return async (request: FastifyRequest): Promise<void> => {
    for (const { limit, count } of counters) {
      if (limit.key(request) === null) continue
      const result = await count(request).catch((error: unknown) => {
        throw new StoreUnavailable('Redis', error)
      })
      if (result.isAllowed || !result.isExceeded) continue
      const seconds = Math.max(1, result.ttlInSeconds)
      throw new HttpProblem(429, 'too_many_requests', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
  }
}
