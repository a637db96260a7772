import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { RunningProjections, RunProjectionsOptions } from '@pathlight/read-models/run-projection.ts'
import { runProjections } from '@pathlight/read-models/run-projection.ts'
import { notes } from './notes/projection.ts'

/** Every read model there is. */
const projections = [notes]

/** Keeps all read models up to date with the log until `signal` aborts. */
export const startProjector = (options: {
  log: EventLog
  store: ReadModelStore
  logger: RunProjectionsOptions['logger']
  signal: AbortSignal
}): RunningProjections => runProjections({ ...options, projections })
