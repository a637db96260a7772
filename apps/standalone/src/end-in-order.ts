import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'

/** Everything that was started must be stopped within this long; then the process ends anyway. */
const STOP_WITHIN_MS = 10_000

/**
 * Ends the process in order on SIGINT, SIGTERM, SIGHUP, or when the process that started it is gone (the channel it
 * passed was closed). A second Ctrl-C ends it at once. Answers how to end it for a reason of one's own.
 */
export const endInOrder = (
  lifecycle: Lifecycle,
  say: (line: string) => void,
): ((exitCode: number) => Promise<never>) => {
  const end = async (exitCode: number): Promise<never> => {
    const late = delay(STOP_WITHIN_MS, 'late' as const, { ref: false })
    if ((await Promise.race([lifecycle.stop(), late])) === 'late') say('Something did not stop in time.')
    process.exit(exitCode)
  }
  let interrupts = 0
  process.on('SIGINT', () => {
    interrupts += 1
    if (interrupts > 1) process.exit(130)
    say('Stopping ...')
    void end(0)
  })
  for (const name of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(name, () => void end(0))
  return end
}
