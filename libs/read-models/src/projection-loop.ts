import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerContext } from './pack.ts'
import { describeError } from './parked-streams.ts'
import { LogSetBack, OpeningRefused } from './read-model-store.ts'

/**
 * How often a process looks, in milliseconds, whether the stores may be opened again after an OpeningRefused, and whether
 * another process has moved or replaced checkpoints.
 */
export const LOOK_MS = 2_000
/** The first and the longest pause after a failure, in milliseconds. Each is twice as long as the one before. */
const RETRY_MS = 50
const MOST_RETRY_MS = 5_000

/** The pause after this many failures, in milliseconds. */
export const retryMs = (failures: number): number => Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** failures)

/** The state of a loop. */
export type ProjectionLoop = {
  /** See RunningProjections. */
  readonly opened: PromiseWithResolvers<void>
  refused: OpeningRefused | null
  lastError: string | null
  /** Resets the count of failures. */
  succeeded(): void
}

/**
 * Calls `once` repeatedly until the signal aborts. A failure or refusal is logged once, and `once` is called again, because the
 * operator may have mended the cause.
 */
export function projectionLoop(
  { signal, logger }: Pick<RunnerContext, 'signal' | 'logger'>,
  once: () => Promise<void>,
): { readonly loop: ProjectionLoop; readonly done: Promise<void> } {
  let failures = 0
  let lastMessage: string | null = null
  const opened = Promise.withResolvers<void>()
  // Callers that do not await `opened` learn of a refusal from the logger and status().
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
    // `once` uses `loop`, which the caller does not have yet.
    await Promise.resolve()
    while (!signal.aborted) await once().catch((error: unknown) => (signal.aborted ? undefined : fail(error)))
    opened.resolve()
  }
  return { loop, done: run() }
}
