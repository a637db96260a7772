import type { FastifyInstance } from 'fastify'
import { isOperator } from './operators.ts'

/** Whether work can be done, and for each part of the system why (not), in words for an operator. */
export type Readiness = { readonly ready: boolean; readonly parts: Readonly<Record<string, string>> }

/**
 * GET /api/health and /livez: the process is up. GET /api/ready and /readyz: its stores answer and the read models are caught up,
 * else 503; the parts are told to the operator alone, since errors of stores may name what only the operator may know. The
 * second names are those that Kubernetes' own parts have.
 */
export const serveHealth = (
  app: FastifyInstance,
  { readiness, operatorToken }: { readiness: () => Promise<Readiness>; operatorToken: string | null },
): void => {
  for (const url of ['/api/health', '/livez'])
    app.get(url, { schema: { summary: 'The process is up' } }, async () => ({ status: 'ok' }))
  for (const url of ['/api/ready', '/readyz'])
    app.get(url, { schema: { summary: 'Stores answer and read models are caught up' } }, async (request, reply) => {
      const { ready, parts } = await readiness()
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, ...(isOperator(request, operatorToken) && { parts }) })
    })
}
