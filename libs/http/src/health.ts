import type { FastifyInstance } from 'fastify'
import { isOperator } from './operators.ts'

/** Whether the process can serve requests. `parts`: the state of each part of the system, in words for the operator. */
export type Readiness = { readonly ready: boolean; readonly parts: Readonly<Record<string, string>> }

/**
 * Registers two checks. GET /api/health, also as /livez: the process runs. GET /api/ready, also as /readyz: 200 if the
 * stores answer and the read models have caught up, otherwise 503. Only the operator sees the parts, because a store's
 * error may contain confidential details.
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
