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

/**
 * The event loop was blocked for `ms` of processor time while requests of these routes were at work ("GET
 * /api/bible/find"). If `routes` is empty, other work blocked the event loop.
 */
export type Hold = { readonly ms: number; readonly routes: readonly string[] }

/** A request that was admitted and has not ended. */
type Admitted = {
  readonly path: readonly string[]
  readonly route: string
  place: Place
  /** Frees the place for another request, and stops the timer of PLACE_FOR_MS. */
  leave: () => void
  /** Whether the request is answered, or its client has left. */
  isOver: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is admitted. */
    admitted: Node<Admitted> | null
  }
  interface FastifyInstance {
    /**
     * Frees the request's place for another request until `until` settles, then waits for a place again. It is for
     * waits that take no processor time, and the request is charged nothing meanwhile. An event stream, which stays
     * open for hours, passes a promise that never settles.
     */
    stepAside: <T>(request: FastifyRequest, until: Promise<T>) => Promise<T>
    /**
     * Stores which person's session the token opens. From then on, requests with the token share that person's places.
     */
    knowPerson: (token: string, userId: string) => void
    /** Calls `listener` each time the event loop was blocked for more than LONGEST_HOLD_MS. */
    whenHeld: (listener: (hold: Hold) => void) => void
  }
}

/** The longest time in milliseconds that a request should block the event loop. All other requests wait meanwhile. */
export const LONGEST_HOLD_MS = 50
/** The most requests at work at the same time while the event loop is busy. A higher number would not be faster. */
const PLACES_WHEN_BUSY = 2
/**
 * The most requests at work at the same time while the event loop is free. Most of them then wait for a store or a
 * disk.
 */
const PLACES = 8
/** The loop is busy if its utilization since the last measurement is above this fraction. */
const BUSY = 0.9
const MEASURE_EVERY_MS = 20
/**
 * How long a request keeps its place, in milliseconds. A request that is at work for longer probably waits for a store
 * or a disk. It gives its place back as soon as the event loop is free.
 */
const PLACE_FOR_MS = 500
/**
 * The most requests at work in addition to the places, so that a small request need not wait for the long work of
 * others: of 16 addresses, for each address of 1 person, and for each person of 1 route. An address, person or route
 * counts only if it has nothing else at work. The guests of an address count as one person, with 1 such connection, and
 * 1 such route of each connection.
 */
const BEYOND = [16, 1, 1, 1]
/** The most waiting requests of all clients together. A waiting request takes about 20 KB with its headers. */
const MOST_WAITING = 1_000
/** The longest wait of a request for a place, in milliseconds. After that the answer is 503 with Retry-After. */
const LONGEST_WAIT_MS = 8_000
/** The most sessions whose person is stored. Each takes about 300 bytes. */
const MOST_SESSIONS = 10_000

/** The refusal when a client's requests are too many, have waited too long, or have too large bodies in memory. */
export const busyWithYours = (): HttpProblem => {
  const words = 'The server is busy with your requests. Please try again in a moment.'
  return new HttpProblem(503, 'busy_with_yours', words, { headers: { 'retry-after': '2' } })
}

const within = new AsyncLocalStorage<FastifyRequest>()

/**
 * Lets the handler of `request` call another route of this server. `ask` injects the call. The inner call shares the
 * place of `request`, because otherwise it could wait for the place that `request` has.
 */
export const askWithin = <T>(request: FastifyRequest, ask: () => PromiseLike<T>): Promise<T> =>
  // The await must be inside `run`: an injected request is sent only when it is first awaited.
  within.run(request, async () => await ask())

const closed = () => new Error('The connection was closed')

/**
 * Admits requests by fair shares (libs/stores/src/door.ts): addresses share the processor equally, as do the people of
 * an address and the routes of a person. Clients without a session count as one person of their address, shared among
 * their connections. While the event loop is free, hardly any request waits: there are more places, and a request gives
 * its place back after PLACE_FOR_MS. Fifty times a second the elapsed time is charged in equal parts to the requests
 * that were at work. Answers 503 with Retry-After if too many requests wait, or one waits too long. Must be registered
 * after the plugin for cookies.
 */
export const admitRequests = (app: FastifyInstance): void => {
  let isBusy = false
  const places = () => (isBusy ? PLACES_WHEN_BUSY : PLACES)
  const door = openDoor({ places, mostWaiting: MOST_WAITING, beyond: BEYOND, full: busyWithYours })

  // Entries live until the next measurement, long enough to move to V8's old generation. An entry has no reference to
  // its request, because a whole request in the old generation would be expensive.
  const atWork = new Yallist<Admitted>()
  let justDone: Admitted[] = []
  const listeners: ((hold: Hold) => void)[] = []
  let last = { at: performance.now(), cpu: process.threadCpuUsage(), loop: performance.eventLoopUtilization() }
  const measure = () => {
    const { at, cpu, loop } = last
    last = { at: performance.now(), cpu: process.threadCpuUsage(), loop: performance.eventLoopUtilization() }
    // Only this thread's processor time counts, because a thread that waits for a processor blocks nothing.
    const cpuMs = (last.cpu.user + last.cpu.system - cpu.user - cpu.system) / 1000
    const holdMs = Math.round(Math.min(last.at - at - MEASURE_EVERY_MS, cpuMs))
    const workers = [...atWork, ...justDone]
    for (const { place } of workers) place.charge((last.at - at) / workers.length)
    if (holdMs > LONGEST_HOLD_MS) {
      const routes = [...new Set(workers.map(({ route }) => route))]
      for (const listener of listeners) listener({ ms: holdMs, routes })
    }
    justDone = []
    isBusy = performance.eventLoopUtilization(last.loop, loop).utilization > BUSY
    if (!isBusy) door.fill()
  }
  const measuring = setInterval(measure, MEASURE_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(measuring))

  const people = new LRUCache<string, string>(atMost(MOST_SESSIONS))
  const connections = new WeakMap<object, string>()
  let connected = 0
  const connectionOf = ({ raw: { socket } }: FastifyRequest): string => {
    const id = connections.get(socket) ?? `${++connected}`
    connections.set(socket, id)
    return id
  }
  const pathOf = (request: FastifyRequest, call: string): readonly string[] => {
    const address = addressOf(request)
    for (const token of sessionTokens(request)) {
      const person = people.get(token)
      if (person !== undefined) return [address, person, call]
    }
    // User ids are longer than 'guests', so they never equal it.
    return [address, 'guests', connectionOf(request), call]
  }
  /** Waits for a place. Rejects if too many requests wait, after LONGEST_WAIT_MS, or when the client leaves. */
  const enter = async (path: readonly string[], { raw: { socket } }: FastifyRequest): Promise<Place> => {
    // A closed socket emits no further 'close' event.
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
  /** Takes the place. Gives it back after PLACE_FOR_MS, or as soon after that as the loop is free. */
  const hold = (one: Admitted, place: Place) => {
    const leaveWhenFree = () => {
      if (isBusy) late = setTimeout(leaveWhenFree, MEASURE_EVERY_MS).unref()
      else place.leave()
    }
    let late = setTimeout(leaveWhenFree, PLACE_FOR_MS).unref()
    one.place = place
    one.leave = () => {
      clearTimeout(late)
      place.leave()
    }
  }

  const begin = (worker: Node<Admitted>, place: Place) => {
    hold(worker.value, place)
    atWork.pushNode(worker)
  }
  /** Ends the work. The next measurement still charges the time until now. */
  const end = (worker: Node<Admitted>) => {
    worker.value.leave()
    if (worker.list === undefined) return
    atWork.removeNode(worker)
    justDone.push(worker.value)
  }

  app.decorateRequest('admitted', null)
  app.decorate('knowPerson', (token: string, userId: string) => {
    if (people.get(token) !== userId) people.set(ownCopy(token), ownCopy(userId))
  })
  app.decorate('whenHeld', (listener: (hold: Hold) => void) => void listeners.push(listener))
  app.decorate('stepAside', async <T>(request: FastifyRequest, until: Promise<T>) => {
    const worker = request.admitted
    if (worker === null || within.getStore() !== undefined) return until
    end(worker)
    const result = await until
    const place = await enter(worker.value.path, request)
    if (worker.value.isOver) place.leave()
    else begin(worker, place)
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
    const worker = new Node<Admitted>({ path, route, place, leave: place.leave, isOver: false })
    request.admitted = worker
    begin(worker, place)
    whenGone(reply.raw, () => {
      worker.value.isOver = true
      end(worker)
    })
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    // The answer only needs to be sent, so the place is given back. A stream under /api/ keeps the place, because its
    // content may still be computed.
    const isComplete = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isComplete || !request.url.startsWith('/api/')) request.admitted?.value.leave()
  })
}
