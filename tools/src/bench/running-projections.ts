import { CLOSING } from '@pathlight/query/projector.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { type RunProjectionsOptions, runProjections } from '@pathlight/read-models/run-projections.ts'

const CATCH_UP_MS = 120_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs the projections until the caller calls `stop`. */
export const project = (
  log: RunProjectionsOptions['log'],
  store: ReadModelStore,
  projections: readonly AnyProjection[],
  batchSize?: number,
) => {
  const aborting = new AbortController()
  const { signal } = aborting
  const running = runProjections({
    log,
    store,
    projections,
    closing: CLOSING,
    logger: silent,
    signal,
    keepOldMs: 0,
    ...(batchSize !== undefined && { batchSize }),
  })
  const stop = async () => {
    aborting.abort()
    await running.done
  }
  return { running, stop }
}

/** Resolves when reads reflect the position. Rejects after CATCH_UP_MS. */
export const caughtUp = async (store: ReadModelStore, position: bigint): Promise<void> => {
  if (!(await store.waitFor(position, CATCH_UP_MS))) throw new Error(`not caught up in ${CATCH_UP_MS / 1000} s`)
}
