import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/** Tries until `check` does not throw, for as long as libs/testing/src/eventually.ts does; timers that a test stopped go on meanwhile. */
export const until = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval })

/** So many turns of the event loop that whatever was begun in this process has come: what has not happened by then does not. */
export const manyTurns = async (): Promise<void> => {
  for (let n = 0; n < 200; n += 1) await turn()
}
