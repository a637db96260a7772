import pTimeout from 'p-timeout'
import type { Lifecycle } from './lifecycle.ts'

/** Everything that was started must be stopped within this long; then the process ends anyway. */
const STOP_WITHIN_MS = 10_000
/** 128 and SIGINT's number, as a shell tells of a program that Ctrl-C ended. */
const INTERRUPTED = 130
const STOP_FAILED = 1

/** The process as far as it is ended here. */
export type Ending = Pick<NodeJS.Process, 'on'> & { exit(code: number): void }

/**
 * Ends the process in order on SIGINT, SIGTERM, SIGHUP, or when the process that started it is gone (the channel it
 * passed was closed). A second Ctrl-C ends it at once. The exit code: 0 when it was asked to end and all stopped, 130 by Ctrl-C, 1 when
 * something did not stop. Answers how to end it for a reason of one's own, with a code of one's own.
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
    // A terminal's Ctrl-C comes with a SIGTERM of the program that started this one.
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
