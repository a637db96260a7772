import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { atMost } from '@pathlight/stores/at-most.ts'
import { ownTurn } from '@pathlight/stores/pauses.ts'
import { type Turn, takeTurns } from '@pathlight/stores/take-turns.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addressOf } from './address.ts'
import { ownCopy } from './own-copy.ts'
import { HttpProblem } from './problem.ts'
import { sessionTokens } from './session-cookie.ts'
import { whenGone } from './when-gone.ts'

/** What a request has of a turn. `path`: who it is counted for. */
type Share = { readonly path: readonly string[]; turn: Turn | null; leave: () => void }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it asks for a turn. */
    share: Share | null
  }
  interface FastifyContextConfig {
    /** What one request costs before it is known: about a unit a millisecond of work. Default 1. */
    cost?: number
  }
  interface FastifyInstance {
    /** Has the caller pay for work that only shows while it is done, in units of about a millisecond. */
    chargeFor: (request: FastifyRequest, units: number) => void
    /** The same for a request that may be over by then: it is not kept for it. */
    chargerOf: (request: FastifyRequest) => (units: number) => void
    /** Gives the request's place to others while it waits for something that takes no processor, and then waits for its turn again. */
    stepAside: <T>(request: FastifyRequest, until: Promise<T>) => Promise<T>
    /** The session that this token opens is this person's: from now on their requests take turns as this person's. */
    knowPerson: (token: string, userId: string) => void
  }
}

/** Requests that are worked on at the same time while the event loop has nothing to spare: more would be no faster. */
const PLACES_WHEN_BUSY = 2
/** While it has: what they wait for is a store or a disk, and another can be worked on. */
const PLACES = 8
/** The loop is busy when it had less than a tenth of its time to spare since the last look. */
const BUSY = 0.9
const LOOK_EVERY_MS = 20
/** A request that is still at work after this, while the loop is free, waits for something: it leaves its place to another. */
const PLACE_FOR_MS = 500
/** Beyond the places, below all addresses, one address, one person: a caller that asks for little does not wait for long work of others. */
const MOST_BEYOND = [16, 1, 1, 1]
/** Requests that wait, of all callers together: some 20 KB each with their headers. */
const MOST_WAITING = 1_000
/** A request that has waited this long is told when to come back instead. */
const LONGEST_WAIT_MS = 8_000
/** What costs so much holds the event loop for milliseconds: it begins in a turn of the loop in which no other long work goes on. */
const LONG_COST = 5
/** So many bytes of an answer cost a unit more: it is read, put together, compressed. */
const ANSWER_UNIT_BYTES = 25_000
/** Sessions of which it is known whose they are: about 300 bytes each. */
const MOST_SESSIONS = 10_000

/** Thrown where too much is waiting, to the caller that has most of it. */
export const busyWithYours = (): HttpProblem => {
  const words = 'The server is busy with your requests. Please try again in a moment.'
  return new HttpProblem(503, 'busy_with_yours', words, { headers: { 'retry-after': '2' } })
}

const within = new AsyncLocalStorage<FastifyRequest>()

/**
 * Asks this server for something that `request`, which is at work, needs (`ask` injects it). It is paid for like any other, but
 * waits for nothing: the request had its turn and has its place, and would wait for itself.
 */
export const askWithin = <T>(request: FastifyRequest, ask: () => PromiseLike<T>): Promise<T> =>
  // Awaited within: what is injected is sent off when it is first waited for.
  within.run(request, async () => await ask())

/** Tells whether the event loop has had anything to spare lately. */
const watchLoad = (app: FastifyInstance, whenFree: () => void): (() => boolean) => {
  let before = performance.eventLoopUtilization()
  let busy = false
  const look = () => {
    const now = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(now, before).utilization > BUSY
    before = now
    if (!busy) whenFree()
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))
  return () => busy
}

/**
 * Shares the processor by turns (libs/stores/src/take-turns.ts): among addresses, within an address among people, within a person among
 * what they ask for. A session is a person; all who have none are one more, among their connections. While the processor is free
 * no request waits. 503 with Retry-After where too many wait, or one for too long. To be put on the server behind the cookies.
 */
export const shareTurns = (app: FastifyInstance): void => {
  // One begins in each turn of the event loop. Short work ends before the loop goes on, and would make room for the next at once: a
  // request that waits for a store or a disk would be passed by all that wait, at each of its round trips.
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      turns.fill()
    })
  }
  const turns = takeTurns({
    mostAtOnce: () => (isBusy() ? PLACES_WHEN_BUSY : PLACES),
    mayBegin: () => !hasBegun,
    ...{ mostWaiting: MOST_WAITING, mostBeyond: MOST_BEYOND, full: busyWithYours },
  })
  const isBusy = watchLoad(app, () => turns.fill())
  const people = new LRUCache<string, string>(atMost(MOST_SESSIONS))
  const connections = new WeakMap<object, string>()
  let connected = 0

  const connectionOf = ({ raw: { socket } }: FastifyRequest): string => {
    const known = connections.get(socket) ?? `${++connected}`
    connections.set(socket, known)
    return known
  }
  const pathOf = (request: FastifyRequest): readonly string[] => {
    const call = `${request.method} ${request.routeOptions.url ?? 'page'}`
    const address = addressOf(request)
    for (const token of sessionTokens(request)) {
      const person = people.get(token)
      if (person !== undefined) return [address, person, call]
    }
    // No user's id is so short.
    return [address, 'guests', connectionOf(request), call]
  }
  /** Resolves when it is the request's turn. Rejects where it would be late, or where the client left. */
  const enter = (path: readonly string[], cost: number, { raw: { socket } }: FastifyRequest): Promise<Turn> => {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>()
    // The event would not come again.
    if (socket.destroyed) {
      reject(new Error('The connection was closed'))
      return promise
    }
    let waits = true
    let stopWaiting = () => {
      waits = false
    }
    const go = (turn: Turn) => {
      begin()
      stopWaiting()
      resolve(turn)
    }
    const refuse = (reason: Error) => {
      stopWaiting()
      reject(reason)
    }
    const withdraw = turns.enter(path, cost, go, refuse)
    if (!waits) return promise
    const giveUp = (reason: Error) => {
      withdraw()
      refuse(reason)
    }
    const late = setTimeout(() => giveUp(busyWithYours()), LONGEST_WAIT_MS)
    const left = () => giveUp(new Error('The connection was closed'))
    socket.once('close', left)
    stopWaiting = () => {
      clearTimeout(late)
      socket.off('close', left)
    }
    return promise
  }
  app.decorateRequest('share', null)
  /** Has the place until it is left: when the work is done, or when it waits for something. */
  const hold = (one: Share, turn: Turn) => {
    const leaveWhenFree = () => {
      if (isBusy()) late = setTimeout(leaveWhenFree, LOOK_EVERY_MS).unref()
      else turn.leave()
    }
    let late = setTimeout(leaveWhenFree, PLACE_FOR_MS).unref()
    one.turn = turn
    one.leave = () => {
      clearTimeout(late)
      turn.leave()
    }
  }

  app.decorate('knowPerson', (token: string, userId: string) => {
    if (people.get(token) !== userId) people.set(ownCopy(token), ownCopy(userId))
  })
  app.decorate('chargeFor', ({ share }: FastifyRequest, units: number) => share?.turn?.charge(units))
  app.decorate(
    'chargerOf',
    ({ share }: FastifyRequest) =>
      (units: number) =>
        share?.turn?.charge(units),
  )
  app.decorate('stepAside', async <T>(request: FastifyRequest, until: Promise<T>) => {
    const one = request.share
    if (one === null || one.turn === null || within.getStore() !== undefined) return until
    one.leave()
    const result = await until
    hold(one, await enter(one.path, 0, request))
    return result
  })

  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions
    const cost = config.cost ?? 1
    const asker = within.getStore()
    if (asker !== undefined) {
      request.share = asker.share
      request.share?.turn?.charge(cost)
      return
    }
    const one: Share = { path: pathOf(request), turn: null, leave: () => undefined }
    request.share = one
    hold(one, await enter(one.path, cost, request))
    whenGone(reply.raw, () => one.leave())
    if (cost >= LONG_COST) await ownTurn()
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : null
    if (length !== null && length >= ANSWER_UNIT_BYTES) app.chargeFor(request, Math.floor(length / ANSWER_UNIT_BYTES))
    // What is left is on its way to the client: a file from the disk, or bytes. Calls may still be making what they stream.
    if (length !== null || !request.url.startsWith('/api/')) request.share?.leave()
  })
}
