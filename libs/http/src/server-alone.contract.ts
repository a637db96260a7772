import type { FastifyInstance } from 'fastify'
import { createLogger } from './logger.ts'
import { buildServer, type ServerOptions } from './server.ts'

/** A server without stores, proxies and an operator, which logs nothing; for tests of what is registered on it. `options` replaces any of it. */
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
