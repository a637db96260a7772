import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { RunningProjections, RunProjectionsOptions } from '@pathlight/read-models/run-projections.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { projections } from './projections.ts'

/** The event after which a person's documents are gone. */
export const CLOSING = 'AccountClosed'

/** Keeps all read models up to date with the log until `signal` aborts. */
export const startProjector = (options: {
  log: EventLog
  store: ReadModelStore
  logger: RunProjectionsOptions['logger']
  signal: AbortSignal
}): RunningProjections => runProjections({ ...options, projections, closing: CLOSING })
