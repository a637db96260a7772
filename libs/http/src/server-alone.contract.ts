import type { FastifyInstance } from 'fastify'
import { createLogger } from './logger.ts'
import { buildServer, type ServerOptions } from './server.ts'

/** A server for tests of single plugins and routes: no stores, no proxies, no operator, no log. `options` replaces any of these. */
export const serverAlone = (options: Partial<ServerOptions> = {}): Promise<FastifyInstance> =>
  buildServer({
    log: createLogger('silent'),
    publicUrl: null,
    trustProxy: false,
    rateLimitStore: null,
    readiness: async () => ({ ready: true, parts: {} }),
    gauges: async () => [],
    operatorToken: null,
    ...options,
  })
