import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  const atWork = new Set<FastifyRequest>()
  let justDone: FastifyRequest[] = []
  let before = { at: performance.now(), cpu: process.threadCpuUsage() }

  const look = () => {
    const spent = process.threadCpuUsage(before.cpu)
    const late = performance.now() - before.at - LOOK_EVERY_MS
    const ms = Math.round(Math.min(late, (spent.user + spent.system) / 1000))
    if (ms > PAID_FROM_MS) {
      const requests = [...atWork, ...justDone]
      for (const request of requests) app.chargeFor(request, ms / requests.length)
      if (ms > LONGEST_HOLD_MS) onHold({ ms, routes: [...new Set(requests.map(routeOf))] })
    }
    justDone = []
    before = { at: performance.now(), cpu: process.threadCpuUsage() }
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.staysOpen) return
    atWork.add(request)
    whenGone(reply.raw, () => {
      atWork.delete(request)
      justDone.push(request)
    })
  })
}
