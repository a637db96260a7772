import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { RunningProjections, RunProjectionsOptions } from '@pathlight/read-models/run-projections.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { bookmarks } from './bookmarks/projection.ts'
import { highlights } from './highlights/projection.ts'
import { notes } from './notes/projection.ts'
import { sermonOutlines, sermons } from './sermons/projection.ts'
import { settings } from './settings/projection.ts'

/** Every read model there is. */
export const projections: readonly AnyProjection[] = [notes, highlights, sermons, sermonOutlines, bookmarks, settings]

/** The event after which a person's documents are gone. */
export const CLOSING = 'AccountClosed'

/** Keeps all read models up to date with the log until `signal` aborts. */
export const startProjector = (options: {
  log: EventLog
  store: ReadModelStore
  logger: RunProjectionsOptions['logger']
  signal: AbortSignal
}): RunningProjections => runProjections({ ...options, projections, closing: CLOSING })
