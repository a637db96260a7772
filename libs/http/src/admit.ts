import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { atMost } from '@pathlight/stores/at-most.ts'
import { openDoor, type Place } from '@pathlight/stores/door.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Node, Yallist } from 'yallist'
import { addressOf } from './address.ts'
import { ownCopy } from './own-copy.ts'
import { HttpProblem } from './problem.ts'
import { sessionTokens } from './session-cookie.ts'
import { whenGone } from './when-gone.ts'

/** The event loop was held for `ms` of processor time while these routes worked ("GET /api/bible/find"); none: by other work. */
export type Hold = { readonly ms: number; readonly routes: readonly string[] }

/** A request from its admission until it is over. */
type Admitted = {
  readonly path: readonly string[]
  readonly route: string
  place: Place
  /** It waits for something that takes no processor, and has left its place meanwhile. */
  isAside: boolean
  /** Gives the place back, and with it the watch on how long it is held. */
  leave: () => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is admitted. */
    admitted: Admitted | null
  }
  interface FastifyContextConfig {
    /** An answer that stays open for hours, and says something now and then: what holds the event loop meanwhile is the work of others. */
    staysOpen?: true
  }
  interface FastifyInstance {
    /** Gives the request's place to others while it waits for something that takes no processor, and admits it anew then. */
    stepAside: <T>(request: FastifyRequest, until: Promise<T>) => Promise<T>
    /** The session that this token opens is this person's: from now on their requests are admitted as this person's. */
    knowPerson: (token: string, userId: string) => void
    /** Tells when the loop was held for more than LONGEST_HOLD_MS, and by whose routes. */
    whenHeld: (tell: (hold: Hold) => void) => void
  }
}

/** No request may hold the event loop for longer than this, in milliseconds: all others wait meanwhile. */
export const LONGEST_HOLD_MS = 50
/** Requests that are worked on at the same time while the event loop has nothing to spare: more would be no faster. */
const PLACES_WHEN_BUSY = 2
/** While it has: what they wait for is a store or a disk, and another can be worked on. */
const PLACES = 8
/** The loop is busy when it had less than a tenth of its time to spare since the last look. */
const BUSY = 0.9
const LOOK_EVERY_MS = 20
/** A request that is still at work after this, while the loop is free, waits for something: it leaves its place to another. */
const PLACE_FOR_MS = 500
/** Beyond the places, below all addresses, one address, one person: who asks for little does not wait for long work of others. */
const BEYOND = [16, 1, 1, 1]
/** Requests that wait, of all together: some 20 KB each with their headers. */
const MOST_WAITING = 1_000
/** A request that has waited this long is told when to come back instead. */
const LONGEST_WAIT_MS = 8_000
/** Sessions of which it is known whose they are: about 300 bytes each. */
const MOST_SESSIONS = 10_000

/** Thrown where too much is waiting, to who has most of it. */
export const busyWithYours = (): HttpProblem => {
  const words = 'The server is busy with your requests. Please try again in a moment.'
  return new HttpProblem(503, 'busy_with_yours', words, { headers: { 'retry-after': '2' } })
}

const within = new AsyncLocalStorage<FastifyRequest>()

/**
 * Asks this server for something that `request`, which is at work, needs (`ask` injects it). It waits for nothing: the request has its
 * place, and would wait for itself.
 */
export const askWithin = <T>(request: FastifyRequest, ask: () => PromiseLike<T>): Promise<T> =>
  // Awaited within: what is injected is sent off when it is first waited for.
  within.run(request, async () => await ask())

const closed = () => new Error('The connection was closed')

/**
 * Admits requests (libs/stores/src/door.ts): addresses share the processor, within an address people, within a person what they ask for.
 * A session is a person; all who have none are one more, among their connections. While the processor is free no request waits. Time is
 * charged afterwards, 50 times a second, in equal parts to those who were at work in it. 503 with Retry-After where too many wait, or one
 * for too long. To be put on the server behind the cookies.
 */
export const admitRequests = (app: FastifyInstance): void => {
  let isBusy = false
  const places = () => (isBusy ? PLACES_WHEN_BUSY : PLACES)
  const door = openDoor({ places, mostWaiting: MOST_WAITING, beyond: BEYOND, full: busyWithYours })

  // Not the requests themselves: what is kept until the next look outlives the next clearing of memory, and then many of them.
  const atWork = new Yallist<Admitted>()
  let justDone: Admitted[] = []
  const tells: ((hold: Hold) => void)[] = []
  let before = { at: performance.now(), cpu: process.threadCpuUsage(), loop: performance.eventLoopUtilization() }
  const look = () => {
    const { at, cpu, loop } = before
    before = { at: performance.now(), cpu: process.threadCpuUsage(), loop: performance.eventLoopUtilization() }
    // What waits for a processor holds nothing, so it is this thread's processor time that counts.
    const ms = (before.cpu.user + before.cpu.system - cpu.user - cpu.system) / 1000
    const held = Math.round(Math.min(before.at - at - LOOK_EVERY_MS, ms))
    const workers = [...atWork, ...justDone].filter(({ isAside }) => !isAside)
    for (const { place } of workers) place.charge((before.at - at) / workers.length)
    if (held > LONGEST_HOLD_MS) {
      const routes = [...new Set(workers.map(({ route }) => route))]
      for (const tell of tells) tell({ ms: held, routes })
    }
    justDone = []
    isBusy = performance.eventLoopUtilization(before.loop, loop).utilization > BUSY
    if (!isBusy) door.fill()
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  const people = new LRUCache<string, string>(atMost(MOST_SESSIONS))
  const connections = new WeakMap<object, string>()
  let connected = 0
  const connectionOf = ({ raw: { socket } }: FastifyRequest): string => {
    const known = connections.get(socket) ?? `${++connected}`
    connections.set(socket, known)
    return known
  }
  const pathOf = (request: FastifyRequest, call: string): readonly string[] => {
    const address = addressOf(request)
    for (const token of sessionTokens(request)) {
      const person = people.get(token)
      if (person !== undefined) return [address, person, call]
    }
    // No user's id is so short.
    return [address, 'guests', connectionOf(request), call]
  }
  /** Resolves when it is the request's turn. Rejects where it would be late, or where the client left. */
  const enter = async (path: readonly string[], { raw: { socket } }: FastifyRequest): Promise<Place> => {
    // The event would not come again.
    if (socket.destroyed) throw closed()
    const { place, isWaiting, withdraw } = door.enter(path)
    if (!isWaiting()) return place
    const late = setTimeout(() => withdraw(busyWithYours()), LONGEST_WAIT_MS)
    const left = () => withdraw(closed())
    socket.once('close', left)
    try {
      return await place
    } finally {
      clearTimeout(late)
      socket.off('close', left)
    }
  }
  /** Has the place until it is left: when the work is done, or when it waits for something. */
  const hold = (one: Admitted, place: Place) => {
    const leaveWhenFree = () => {
      if (isBusy) late = setTimeout(leaveWhenFree, LOOK_EVERY_MS).unref()
      else place.leave()
    }
    let late = setTimeout(leaveWhenFree, PLACE_FOR_MS).unref()
    one.place = place
    one.leave = () => {
      clearTimeout(late)
      place.leave()
    }
  }

  app.decorateRequest('admitted', null)
  app.decorate('knowPerson', (token: string, userId: string) => {
    if (people.get(token) !== userId) people.set(ownCopy(token), ownCopy(userId))
  })
  app.decorate('whenHeld', (tell: (hold: Hold) => void) => void tells.push(tell))
  app.decorate('stepAside', async <T>(request: FastifyRequest, until: Promise<T>) => {
    const one = request.admitted
    if (one === null || within.getStore() !== undefined) return until
    one.leave()
    one.isAside = true
    const result = await until
    hold(one, await enter(one.path, request))
    one.isAside = false
    return result
  })

  app.addHook('onRequest', async (request, reply) => {
    const asker = within.getStore()
    if (asker !== undefined) {
      request.admitted = asker.admitted
      return
    }
    const { method, routeOptions } = request
    const route = `${method} ${routeOptions.url ?? 'unknown'}`
    const path = pathOf(request, route)
    const place = await enter(path, request)
    const one: Admitted = { path, route, place, isAside: false, leave: place.leave }
    request.admitted = one
    hold(one, place)
    const worker = new Node(one)
    if (!routeOptions.config.staysOpen) atWork.pushNode(worker)
    whenGone(reply.raw, () => {
      one.leave()
      if (worker.list === undefined) return
      atWork.removeNode(worker)
      justDone.push(one)
    })
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    // What is left is on its way to the client: a file from the disk, or bytes. Calls may still be making what they stream.
    const isMade = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isMade || !request.url.startsWith('/api/')) request.admitted?.leave()
  })
}
