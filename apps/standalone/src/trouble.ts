import type { StoresOptions } from './engines.ts'

/**
 * Puts what a store's connections mend by themselves into the operator's log. What breaks because the app is stopping
 * is no trouble.
 */
export const troubleWith =
  ({ logger, lifecycle }: Pick<StoresOptions, 'logger' | 'lifecycle'>, store: string) =>
  (error: unknown): void =>
    logger[lifecycle.signal.aborted ? 'debug' : 'warn']({ err: error }, `Trouble with ${store}`)
