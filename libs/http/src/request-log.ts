import type { FastifyInstance } from 'fastify'
import { MAY_WAIT } from './json-log.ts'

/**
 * A line of level info for each request that was answered: its route's pattern, the status, how long it took, and by which id. Never
 * what was asked for: an address may hold a person's words, and where they read.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = routeOptions.url ?? 'unknown'
    request.log.info({ method, route, status: reply.statusCode, ms, [MAY_WAIT]: true }, 'answered')
  })
}
