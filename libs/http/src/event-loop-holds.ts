import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Node, Yallist } from 'yallist'
import { whenGone } from './when-gone.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that stays open for hours, and says something now and then: what holds the event loop meanwhile is the work of others. */
    staysOpen?: true
  }
}

/** No request may hold the event loop for longer than this, in milliseconds: all others wait meanwhile. */
export const LONGEST_HOLD_MS = 50
const LOOK_EVERY_MS = 20
/** So long is paid for by those who were at work: what a request costs is guessed before. */
const PAID_FROM_MS = 10

/** The loop was held for `ms` of processor time while these routes worked ("GET /api/bible/find"); none: by other work. */
export type Hold = { readonly ms: number; readonly routes: readonly string[] }

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? 'unknown'}`

/**
 * Tells when the event loop was held for too long, and by whose route: one that was at work meanwhile; and has those who were at work
 * pay for it. What waits for a processor holds nothing, so it is this thread's processor time that counts.
 */
export const watchEventLoop = (app: FastifyInstance, onHold: (hold: Hold) => void): void => {
  type Worker = { readonly route: string; readonly charge: (units: number) => void }
  const atWork = new Yallist<Worker>()
  // Not the requests themselves: what is kept until the next look outlives the next clearing of memory, and then many of them.
  let justDone: Worker[] = []
  let before = { at: performance.now(), cpu: process.threadCpuUsage() }

  const look = () => {
    const spent = process.threadCpuUsage(before.cpu)
    const late = performance.now() - before.at - LOOK_EVERY_MS
    const ms = Math.round(Math.min(late, (spent.user + spent.system) / 1000))
    if (ms > PAID_FROM_MS) {
      const workers = [...atWork, ...justDone]
      for (const { charge } of workers) charge(ms / workers.length)
      if (ms > LONGEST_HOLD_MS) onHold({ ms, routes: [...new Set(workers.map(({ route }) => route))] })
    }
    justDone = []
    before = { at: performance.now(), cpu: process.threadCpuUsage() }
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.staysOpen) return
    const worker = new Node({ route: routeOf(request), charge: app.chargerOf(request) })
    atWork.pushNode(worker)
    whenGone(reply.raw, () => {
      atWork.removeNode(worker)
      justDone.push(worker.value)
    })
  })
}
