import type { FastifyInstance } from 'fastify'
import { createLogger } from './logger.ts'
import { buildServer, type ServerOptions } from './server.ts'

/**
 * A server for tests of a single plugin or route, without stores, proxies, operator and log. `options` replaces any of
 * these.
 */
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
