import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Repeats `check` until it does not throw, for at most as long as libs/testing/src/eventually.ts. Faked timers advance
 * meanwhile.
 */
export const until = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval })

/**
 * Waits for 200 turns of the event loop. That is enough for work of this process that waits for no timer, so a test may
 * assert that something did not happen.
 */
export const manyTurns = async (): Promise<void> => {
  for (let n = 0; n < 200; n += 1) await turn()
}
