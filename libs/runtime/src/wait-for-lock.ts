import { setTimeout as sleep } from 'node:timers/promises'
import { type ExclusiveLock, takeLock } from '@pathlight/stores/exclusive-lock.ts'

/** How often the lock is tried, in milliseconds: its holder may run for months, or end at any moment. */
const LOOK_EVERY_MS = 30_000

/**
 * Takes the lock `file` as soon as no other process has it. Null if the signal aborts first. Rejects if the file cannot be written.
 */
export const waitForLock = async (
  file: string,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): Promise<ExclusiveLock | null> => {
  while (!signal.aborted) {
    const lock = takeLock(file)
    if (lock !== null) return lock
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
  return null
}
