import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Repeats `check` until it does not throw, for as long as libs/testing/src/eventually.ts does. Timers that a test faked
 * go on meanwhile.
 */
export const until = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval })

/**
 * Waits for 200 turns of the event loop. What this process had begun is done by then, so a test may say that something
 * did not happen.
 */
export const manyTurns = async (): Promise<void> => {
  for (let n = 0; n < 200; n += 1) await turn()
}
