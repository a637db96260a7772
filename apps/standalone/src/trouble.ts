import type { FastifyBaseLogger } from 'fastify'

/** Puts what a store's connections mend by themselves into the operator's log. */
export const troubleWith =
  (logger: FastifyBaseLogger, store: string) =>
  (error: unknown): void =>
    logger.warn({ err: error }, `Trouble with ${store}`)
