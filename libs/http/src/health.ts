import type { FastifyInstance } from 'fastify'

/** Whether work can be done, and for each part of the system why (not), in words for an operator. */
export type Readiness = { readonly ready: boolean; readonly parts: Readonly<Record<string, string>> }

/** GET /api/health: the process is up. GET /api/ready: its stores answer and the read models are caught up, else 503. */
export const serveHealth = (app: FastifyInstance, readiness: () => Promise<Readiness>): void => {
  app.get('/api/health', { schema: { summary: 'The process is up' } }, async () => ({ status: 'ok' }))
  app.get(
    '/api/ready',
    { schema: { summary: 'Stores answer and read models are caught up' } },
    async (_request, reply) => {
      const state = await readiness()
      return reply.code(state.ready ? 200 : 503).send(state)
    },
  )
}
