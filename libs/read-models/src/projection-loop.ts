import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerContext } from './pack.ts'
import { describeError } from './parked-streams.ts'
import { LogSetBack, OpeningRefused } from './read-model-store.ts'

/** How often it is looked whether something was refused for a time only, or changed by another process. */
export const LOOK_MS = 2_000
/** The first pause after a failure, and the longest: each next one is twice as long. */
const RETRY_MS = 50
const MOST_RETRY_MS = 5_000

/** The pause after so many failures, in milliseconds. */
export const retryMs = (failures: number): number => Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** failures)

/** What is known of a loop. */
export type ProjectionLoop = {
  /** See RunningProjections. */
  readonly opened: PromiseWithResolvers<void>
  refused: OpeningRefused | null
  lastError: string | null
  /** Something succeeded: the next failure is the first again. */
  succeeded(): void
}

/**
 * Does `once` again and again until the signal aborts. What fails is tried again, and said once; what is refused too, until an operator
 * has put it in order.
 */
export function projectionLoop(
  { signal, logger }: Pick<RunnerContext, 'signal' | 'logger'>,
  once: () => Promise<void>,
): { readonly loop: ProjectionLoop; readonly done: Promise<void> } {
  let failures = 0
  let said: string | null = null
  const opened = Promise.withResolvers<void>()
  // A caller that does not wait for `opened` hears of a refusal by the log and by status.
  opened.promise.catch(() => {})
  const loop: ProjectionLoop = {
    opened,
    refused: null,
    lastError: null,
    succeeded() {
      failures = 0
      said = loop.refused = loop.lastError = null
    },
  }
  const fail = async (error: unknown): Promise<void> => {
    const refused = error instanceof OpeningRefused ? error : null
    const text = refused?.message ?? describeError(error)
    if (text !== said && refused) logger.error({ err: error }, text)
    else if (text !== said) logger.warn({ err: error }, `The projections wait and try again: ${text}`)
    said = loop.lastError = text
    loop.refused = refused ?? loop.refused
    if (error instanceof LogSetBack) opened.resolve()
    else if (refused) opened.reject(refused)
    await sleep(refused ? LOOK_MS : retryMs(failures++), undefined, { signal }).catch(() => undefined)
  }
  const run = async (): Promise<void> => {
    // What is refused or fails at once must find the loop.
    await Promise.resolve()
    while (!signal.aborted) await once().catch((error: unknown) => (signal.aborted ? undefined : fail(error)))
    opened.resolve()
  }
  return { loop, done: run() }
}
