import pTimeout from 'p-timeout'
import type { Lifecycle } from './lifecycle.ts'

/** The time in milliseconds in which all parts must stop. Then the process ends in any case. */
const STOP_WITHIN_MS = 10_000
/** The exit code of a program that Ctrl-C has ended: 128 plus the number of SIGINT. */
const INTERRUPTED = 130
const STOP_FAILED = 1

/** The members of Node's `process` that this file uses. */
export type Ending = Pick<NodeJS.Process, 'on'> & { exit(code: number): void }

/**
 * Stops everything and ends the process on SIGINT, SIGTERM, SIGHUP, or when the channel to the parent process closes. A
 * second Ctrl-C ends the process at once. Exit codes: 0 if everything stopped, 130 after Ctrl-C, 1 if something did not
 * stop. Returns a function that ends the process for another reason, with another code.
 */
export const endInOrder = (
  lifecycle: Lifecycle,
  say: (line: string) => void,
  ending: Ending = process,
): ((exitCode: number) => Promise<void>) => {
  let interrupts = 0
  const end = async (exitCode: number): Promise<void> => {
    const late = (): boolean => {
      say('Something did not stop in time.')
      return false
    }
    const stopped = await pTimeout(lifecycle.stop(), { milliseconds: STOP_WITHIN_MS, fallback: late })
    if (!stopped) ending.exit(exitCode || STOP_FAILED)
    // After Ctrl-C in a terminal, the parent program may also send a SIGTERM. The exit code is INTERRUPTED in this
    // case, too.
    else ending.exit(exitCode || (interrupts > 0 ? INTERRUPTED : 0))
  }
  ending.on('SIGINT', () => {
    interrupts += 1
    if (interrupts > 1) return ending.exit(INTERRUPTED)
    say('Stopping ...')
    void end(0)
  })
  for (const name of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) ending.on(name as 'SIGTERM', () => void end(0))
  return end
}
