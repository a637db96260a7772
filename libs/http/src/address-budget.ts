import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeTurns } from '@pathlight/stores/take-turns.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addressOf } from './address.ts'
import { tooManyRequests } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What one request costs its address: about a unit a millisecond of work. Default 1; long answers cost more by themselves. */
    cost?: number
  }
  interface FastifyInstance {
    /** Has the request's address pay for work that only shows while it is done. */
    chargeFor: (request: FastifyRequest, units: number) => void
  }
}

export type AddressLimits = {
  /** What the requests of one address may cost in a minute: about a millisecond of work each unit. Faster ones wait. */
  readonly addressUnitsAMinute: number
  /** Requests of one address that are worked on at the same time; the others wait for them, and not everybody else. */
  readonly addressAtOnce: number
}

const MINUTE_MS = 60_000
/** So much of what an address may cost it may cost at once: a page asks for several things, and a family for several pages. */
const AT_ONCE_MS = 4_000
/** Who would have to wait for longer than this, for their turn or for a place, hears when to come back instead. */
const LONGEST_WAIT_MS = 8_000
/** Addresses that are remembered: some 200 bytes each. */
const MOST_ADDRESSES = 50_000
/** What no route knows is a page. One that is not kept yet asks routes of this server, which cost their own. */
const PAGE_COST = 1
/** So many bytes of an answer cost a unit more (it is read, put together, compressed), and so many of what is written. */
const ANSWER_UNIT_BYTES = 25_000
const BODY_UNIT_BYTES = 5_000
/** More than these do not wait, but hear that they are too many. */
const MOST_WAITING = 200
/** A request that is still at work (it waits for something, or streams) leaves its place to another after this. */
const PLACE_FOR_MS = 500
/**
 * Who costs more than so much at once shares one place with all others who do, in turns: then who asks for little waits for one of
 * their requests at most, however many they are.
 */
const MUCH_MS = AT_ONCE_MS / 2
/** They leave it to the next after this. */
const SHARED_PLACE_FOR_MS = 100
const MOST_SHARING = 1_000

const within = new AsyncLocalStorage<true>()

/**
 * Asks this server for something that a request which is at work needs (`ask` injects it). It is paid for like any other, but
 * waits for nothing: the request had its turn and has its place, and would wait for itself.
 */
export const askWithin = <T>(ask: () => PromiseLike<T>): Promise<T> =>
  // Awaited within: what is injected is sent off by whoever first waits for it.
  within.run(true, async () => await ask())

/**
 * Paces what all requests of one address cost, and bounds how many of them are worked on at once: they wait for each other, and
 * not everybody else for them; 429 where it would be for long. In this process, since it is this process that must stay quick for
 * the others. Files of the web app are free: they cost next to nothing, and come in bursts.
 */
export const budgetAddresses = (app: FastifyInstance, { addressUnitsAMinute, addressAtOnce }: AddressLimits): void => {
  const unitMs = MINUTE_MS / addressUnitsAMinute
  /** By address, when all that it asked for so far is paid (generic cell rate algorithm, ITU-T I.371). */
  const paidAt = new LRUCache<string, number>({ max: MOST_ADDRESSES })
  const places = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  const isFree = ({ routeOptions }: FastifyRequest) => routeOptions.url?.includes('*') === true

  const charge = (address: string, units: number) => {
    const now = performance.now()
    paidAt.set(address, Math.max(now, paidAt.get(address) ?? 0) + units * unitMs)
  }
  app.decorate('chargeFor', (request: FastifyRequest, units: number) => charge(addressOf(request), units))

  /** Waits for the address's turn. Throws 429 when that would take long; then it costs nothing. */
  const pay = async (address: string, units: number) => {
    const waitMs = (paidAt.get(address) ?? 0) - performance.now() - AT_ONCE_MS
    if (waitMs > LONGEST_WAIT_MS) throw tooManyRequests(waitMs - LONGEST_WAIT_MS)
    charge(address, units)
    if (waitMs > 0) await sleep(waitMs)
  }

  /** Resolves with how to leave the place, once there is one. */
  const takePlace = async (address: string): Promise<() => void> => {
    const own = places.get(address) ?? { taken: 0, waiting: [] }
    places.set(address, own)
    if (own.taken < addressAtOnce) own.taken += 1
    else {
      if (own.waiting.length >= MOST_WAITING) throw tooManyRequests(1_000)
      // Whoever leaves hands its place over, so `taken` stays as it is.
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(late)
          resolve()
        }
        const late = setTimeout(() => {
          own.waiting.splice(own.waiting.indexOf(turn), 1)
          reject(tooManyRequests(1_000))
        }, LONGEST_WAIT_MS)
        own.waiting.push(turn)
      })
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

  const shared = takeTurns({ mostAtOnce: 1, mostWaiting: MOST_SHARING, full: () => tooManyRequests(1_000) })
  const sharers = new WeakMap<FastifyRequest, () => void>()
  const takeSharedPlace = (address: string) =>
    new Promise<() => void>((enter, refuse) => {
      shared.inTurn(address, () => new Promise<void>((leave) => enter(leave))).catch(refuse)
    })
  const asksForMuch = (address: string) => (paidAt.get(address) ?? 0) - performance.now() > MUCH_MS

  app.addHook('onRequest', async (request, reply) => {
    if (isFree(request)) return
    const { url, config } = request.routeOptions
    const address = addressOf(request)
    const length = Number(request.headers['content-length'] ?? 0)
    const cost = (url === undefined ? PAGE_COST : (config.cost ?? 1)) + Math.floor(length / BODY_UNIT_BYTES)
    const units = Number.isFinite(cost) ? cost : PAGE_COST
    if (within.getStore()) return charge(address, units)
    await pay(address, units)
    const leave = await takePlace(address)
    const late = setTimeout(leave, PLACE_FOR_MS).unref()
    reply.raw.once('close', () => {
      clearTimeout(late)
      leave()
    })
    if (!asksForMuch(address)) return
    const leaveShared = await takeSharedPlace(address)
    const lateShared = setTimeout(leaveShared, SHARED_PLACE_FOR_MS).unref()
    sharers.set(request, () => {
      clearTimeout(lateShared)
      leaveShared()
    })
  })
  app.addHook('onResponse', async (request) => sharers.get(request)?.())
  app.addHook('onSend', async (request, _reply, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (length >= ANSWER_UNIT_BYTES && !isFree(request))
      charge(addressOf(request), Math.floor(length / ANSWER_UNIT_BYTES))
  })
}
