import type { StoresOptions } from './engines.ts'

/** While a store is away, each attempt to reach it fails in the same words: they are told this often, in milliseconds. */
const TELL_AGAIN_AFTER_MS = 60_000

/** The stores say it by code; Node's network errors name the system call that failed. */
const isOutage = (error: unknown): error is Error =>
  error instanceof Error && (('code' in error && error.code === 'store_unavailable') || 'syscall' in error)

/**
 * Puts what a store's connections mend by themselves into the operator's log. What breaks because the app is stopping
 * is told at level debug only. So is an outage that was told less than a minute ago.
 */
export const troubleWith = (
  { logger, lifecycle }: Pick<StoresOptions, 'logger' | 'lifecycle'>,
  store: string,
): ((error: unknown) => void) => {
  const told = new Map<string, number>()
  const isToldAlready = (error: unknown) => {
    // The log names a job that failed, and then why it failed.
    const outage = [error, error instanceof Error ? error.cause : null].find(isOutage)
    if (outage === undefined) return false
    const now = Date.now()
    const before = told.get(outage.message)
    if (before !== undefined && now - before < TELL_AGAIN_AFTER_MS) return true
    told.set(outage.message, now)
    return false
  }
  return (error) => {
    const level = lifecycle.signal.aborted || isToldAlready(error) ? 'debug' : 'warn'
    logger[level]({ err: error }, `Trouble with ${store}`)
  }
}
