import type { FastifyInstance } from 'fastify'

/** Nobody's request may hold the event loop for longer than this, in milliseconds: everybody else waits meanwhile. */
export const LONGEST_HOLD_MS = 50
const LOOK_EVERY_MS = 20

/** The loop was held for `ms` of processor time while these routes worked ("GET /api/bible/find"); none: by other work. */
export type Hold = { readonly ms: number; readonly routes: readonly string[] }

/**
 * Tells when the event loop was held for too long, and by whose route: one that was at work meanwhile. What waits for
 * a processor holds nothing, so it is this thread's processor time that counts.
 */
export const watchEventLoop = (app: FastifyInstance, onHold: (hold: Hold) => void): void => {
  const atWork = new Map<string, string>()
  let justDone = new Set<string>()
  let before = { at: performance.now(), cpu: process.threadCpuUsage() }

  const look = () => {
    const spent = process.threadCpuUsage(before.cpu)
    const late = performance.now() - before.at - LOOK_EVERY_MS
    const ms = Math.round(Math.min(late, (spent.user + spent.system) / 1000))
    if (ms > LONGEST_HOLD_MS) onHold({ ms, routes: [...new Set([...atWork.values(), ...justDone])] })
    justDone = new Set()
    before = { at: performance.now(), cpu: process.threadCpuUsage() }
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  app.addHook('onRequest', async (request) => {
    atWork.set(request.id, `${request.method} ${request.routeOptions.url ?? 'unknown'}`)
  })
  app.addHook('onResponse', async (request) => {
    const route = atWork.get(request.id)
    if (route !== undefined) justDone.add(route)
    atWork.delete(request.id)
  })
  app.addHook('onRequestAbort', async (request) => {
    atWork.delete(request.id)
  })
}
