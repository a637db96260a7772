import type { StoresOptions } from './engines.ts'

/** While a store is away, every attempt fails with the same message: it is logged at this interval, in milliseconds. */
const TELL_AGAIN_AFTER_MS = 60_000

/** StoreUnavailable has a code; Node's network errors name a system call. */
const isOutage = (error: unknown): error is Error =>
  error instanceof Error && (('code' in error && error.code === 'store_unavailable') || 'syscall' in error)

/**
 * Makes a function that logs failures which a store's connections recover from by themselves. Failures while the app stops, and an outage
 * that was logged less than a minute ago, are logged at level debug.
 */
export const troubleWith = (
  { logger, lifecycle }: Pick<StoresOptions, 'logger' | 'lifecycle'>,
  store: string,
): ((error: unknown) => void) => {
  const lastToldAt = new Map<string, number>()
  const isToldAlready = (error: unknown) => {
    // A failed job's error has its reason as the cause.
    const outage = [error, error instanceof Error ? error.cause : null].find(isOutage)
    if (outage === undefined) return false
    const now = Date.now()
    const before = lastToldAt.get(outage.message)
    if (before !== undefined && now - before < TELL_AGAIN_AFTER_MS) return true
    lastToldAt.set(outage.message, now)
    return false
  }
  return (error) => {
    const level = lifecycle.signal.aborted || isToldAlready(error) ? 'debug' : 'warn'
    logger[level]({ err: error }, `Trouble with ${store}`)
  }
}
