import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { openLimit, tooManyRequests } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What one request costs its address: about a unit a millisecond of work. Default 1; long answers cost more by themselves. */
    cost?: number
  }
}

export type AddressLimits = {
  /** What the requests of one address may cost in a minute, a sixth of it in ten seconds: about a millisecond of work each unit. */
  readonly addressUnitsAMinute: number
  /** Requests of one address that are worked on at the same time; the others wait for them, and not everybody else. */
  readonly addressAtOnce: number
}

const TEN_SECONDS_MS = 10_000
/** What no route knows is a page, which is put together on the server. */
const PAGE_COST = 3
/** So many bytes of an answer cost a unit more (it is read, put together, compressed), and so many of what is written. */
const ANSWER_UNIT_BYTES = 25_000
const BODY_UNIT_BYTES = 10_000
/** More than these do not wait, but hear that they are too many. */
const MOST_WAITING = 200
/** A request that is still at work (it waits for something, or streams) leaves its place to another after this. */
const PLACE_FOR_MS = 500

/**
 * Bounds what all requests of one address cost, and how many of them are worked on at once: 429 beyond it. In this process, since it
 * is this process that must stay quick for the others. Files of the web app are free: they cost next to nothing, and come in bursts.
 */
export const budgetAddresses = (app: FastifyInstance, { addressUnitsAMinute, addressAtOnce }: AddressLimits): void => {
  const units = Math.max(1, Math.round(addressUnitsAMinute / 6))
  const consume = openLimit(null, { name: 'address', max: units, windowMs: TEN_SECONDS_MS })
  const places = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  const isFree = ({ routeOptions }: FastifyRequest) => routeOptions.url?.includes('*') === true

  /** Resolves with how to leave the place, once there is one. */
  const takePlace = async (address: string): Promise<() => void> => {
    const own = places.get(address) ?? { taken: 0, waiting: [] }
    places.set(address, own)
    if (own.taken < addressAtOnce) own.taken += 1
    else {
      if (own.waiting.length >= MOST_WAITING) throw tooManyRequests(1_000)
      // Whoever leaves hands its place over, so `taken` stays as it is.
      await new Promise<void>((resolve) => own.waiting.push(resolve))
    }
    let left = false
    return () => {
      if (left) return
      left = true
      const next = own.waiting.shift()
      if (next !== undefined) next()
      else own.taken -= 1
      if (own.taken === 0) places.delete(address)
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (isFree(request)) return
    const { url, config } = request.routeOptions
    const address = addressOf(request)
    const length = Number(request.headers['content-length'] ?? 0)
    const cost = (url === undefined ? PAGE_COST : (config.cost ?? 1)) + Math.floor(length / BODY_UNIT_BYTES)
    const retryAfterMs = await consume(address, Number.isFinite(cost) ? cost : PAGE_COST)
    if (retryAfterMs !== null) throw tooManyRequests(retryAfterMs)
    const leave = await takePlace(address)
    const late = setTimeout(leave, PLACE_FOR_MS).unref()
    reply.raw.once('close', () => {
      clearTimeout(late)
      leave()
    })
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (length >= ANSWER_UNIT_BYTES && !isFree(request))
      await consume(addressOf(request), Math.floor(length / ANSWER_UNIT_BYTES))
  })
}
