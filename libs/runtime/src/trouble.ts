import type { StoresOptions } from './engines.ts'

/** The interval in milliseconds at which the same outage of a store is logged again. */
const TELL_AGAIN_AFTER_MS = 60_000

/**
 * Whether the error means an outage of the store. StoreUnavailable has a code of its own, and Node's network errors
 * have a `syscall`.
 */
const isOutage = (error: unknown): error is Error =>
  error instanceof Error && (('code' in error && error.code === 'store_unavailable') || 'syscall' in error)

/**
 * Makes a function that logs failures of a store's connections, and of jobs. A failure while the app stops, or an
 * outage that was logged within the last minute, is logged at level debug, any other failure at level warn.
 */
export const troubleWith = (
  { logger, lifecycle }: Pick<StoresOptions, 'logger' | 'lifecycle'>,
  store: string,
): ((error: unknown) => void) => {
  const lastToldAt = new Map<string, number>()
  const isToldAlready = (error: unknown) => {
    // The error of a failed job has the job's own error as `cause`.
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
