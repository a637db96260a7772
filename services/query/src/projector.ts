import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { followProjections } from '@pathlight/read-models/follow-projections.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { RunProjectionsOptions } from '@pathlight/read-models/run-projections.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { withTheirPast } from './events-with-their-past.ts'
import { projections } from './projections.ts'

/** The event type after which a person's documents are removed. */
export const CLOSING = 'AccountClosed'

type ProjectorOptions = {
  log: EventLog
  store: ReadModelStore
  logger: RunProjectionsOptions['logger']
  signal: AbortSignal
}

/** Keeps all read models up to date with the log until `signal` aborts. */
export const startProjector = (options: ProjectorOptions): RunningProjections =>
  runProjections({ ...options, log: withTheirPast(options.log), projections, closing: CLOSING })

/** Follows the read models that another process projects, until `signal` aborts. */
export const followProjector = (options: ProjectorOptions): RunningProjections =>
  followProjections({ ...options, projections })
