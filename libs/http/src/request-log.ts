import type { FastifyInstance } from 'fastify'
import { MAY_WAIT } from './json-log.ts'

/**
 * Logs each answered request at level info: the route's pattern, status, duration and request id. It never logs the address itself,
 * which can contain a person's words and what they read.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = routeOptions.url ?? 'unknown'
    request.log.info({ method, route, status: reply.statusCode, ms, [MAY_WAIT]: true }, 'answered')
  })
}
