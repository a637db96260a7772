import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerContext } from './pack.ts'
import { describeError } from './parked-streams.ts'
import { LogSetBack, OpeningRefused } from './read-model-store.ts'

/**
 * The interval in milliseconds at which a process looks for changes. At each look, it checks whether another process
 * has moved or replaced checkpoints. After an OpeningRefused, it tries to open the projections again.
 */
export const LOOK_MS = 2_000
/**
 * The first and the longest pause after a failure, in milliseconds. Each pause is twice as long as the pause before it,
 * up to the longest.
 */
const RETRY_MS = 50
const MOST_RETRY_MS = 5_000

/** The pause in milliseconds after a failure. `failures`: how many other failures came directly before this one. */
export const retryMs = (failures: number): number => Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** failures)

/** The state of a loop that opens and runs projections. */
export type ProjectionLoop = {
  /** Resolves when the projections were opened (see RunningProjections). */
  readonly opened: PromiseWithResolvers<void>
  refused: OpeningRefused | null
  lastError: string | null
  /** Must be called after a success. Resets the count of failures, the refusal and the last error. */
  succeeded(): void
}

/**
 * Calls `once` again and again until the signal aborts, even after a failure or refusal, because the cause may be gone
 * by then. An error that comes several times in a row is logged once.
 */
export function projectionLoop(
  { signal, logger }: Pick<RunnerContext, 'signal' | 'logger'>,
  once: () => Promise<void>,
): { readonly loop: ProjectionLoop; readonly done: Promise<void> } {
  let failures = 0
  let lastMessage: string | null = null
  const opened = Promise.withResolvers<void>()
  // A rejection that nobody awaits must not end the process. The refusal is also in the log and in status().
  opened.promise.catch(() => {})
  const loop: ProjectionLoop = {
    opened,
    refused: null,
    lastError: null,
    succeeded() {
      failures = 0
      lastMessage = loop.refused = loop.lastError = null
    },
  }
  const fail = async (error: unknown): Promise<void> => {
    const refused = error instanceof OpeningRefused ? error : null
    const text = refused?.message ?? describeError(error)
    if (text !== lastMessage && refused) logger.error({ err: error }, text)
    else if (text !== lastMessage) logger.warn({ err: error }, `The projections wait and try again: ${text}`)
    lastMessage = loop.lastError = text
    loop.refused = refused ?? loop.refused
    if (error instanceof LogSetBack) opened.resolve()
    else if (refused) opened.reject(refused)
    await sleep(refused ? LOOK_MS : retryMs(failures++), undefined, { signal }).catch(() => undefined)
  }
  const run = async (): Promise<void> => {
    // `once` uses `loop`, so `once` is first called after `projectionLoop` has returned it.
    await Promise.resolve()
    while (!signal.aborted) await once().catch((error: unknown) => (signal.aborted ? undefined : fail(error)))
    opened.resolve()
  }
  return { loop, done: run() }
}
