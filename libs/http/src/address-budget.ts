import type { FastifyInstance } from 'fastify'
import { addressOf } from './address.ts'
import { openLimit, tooManyRequests } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What one request costs its address: about a unit a millisecond of work. Default 1. */
    cost?: number
  }
}

const MINUTE_MS = 60_000
/** What no route knows is a page, which is put together on the server. */
const PAGE_COST = 3

/**
 * Bounds what all requests of one address cost in a minute: 429 beyond it. Counted in this process, since it is this process
 * that must stay quick for the others. Files of the web app are free: they cost next to nothing, and come in bursts.
 */
export const budgetAddresses = (app: FastifyInstance, unitsAMinute: number): void => {
  const consume = openLimit(null, { name: 'address', max: unitsAMinute, windowMs: MINUTE_MS })
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (url?.includes('*')) return
    const retryAfterMs = await consume(addressOf(request), url === undefined ? PAGE_COST : (config.cost ?? 1))
    if (retryAfterMs !== null) throw tooManyRequests(retryAfterMs)
  })
}
