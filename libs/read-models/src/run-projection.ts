import { setTimeout as delay } from 'node:timers/promises'
import type { AnyProjection } from './fold-events.ts'
import { describeError, parkedCollection } from './parked-streams.ts'
import {
  byPosition,
  type CommitReport,
  isRefusal,
  type Logger,
  type ProjectedLog,
  type ProjectionRunner,
  projectionRunner,
} from './projection-runner.ts'
import { readAhead } from './read-ahead.ts'
import type { ReadModelStore } from './read-model-store.ts'
import { sharedFeed } from './shared-feed.ts'

/** Events asked of the log at once; several of these make one commit when there are that many. */
const FEED_SIZE = 500
const COMMIT_SIZE = 2_000
/** A runner that lost against another one leaves it alone until its checkpoint has not moved for so long. */
const TAKE_OVER_MS = 3_000
/** How often a runner looks whether its read model was reset under it; it looks in memory. */
const RESET_CHECK_MS = 2_000
const LOG_RETRY_MS = 1_000

/**
 * 'opening': waits for the store or log. 'catching up': far from the tail, reads the log alone. 'live': follows the
 * tail with the others. 'standby': another process runs it. 'refused': cannot run, see lastError; after a
 * reset the process is started again. 'stopped'.
 */
export type ProjectionState = 'opening' | 'catching up' | 'live' | 'standby' | 'refused' | 'stopped'

export type ProjectionStatus = {
  readonly projection: string
  readonly state: ProjectionState
  /** Of the last event known to be processed. */
  readonly position: bigint
  /** Distance to the log's last event in positions, which are events on one log and bytes on another; null: log unreachable. */
  readonly lag: bigint | null
  /** Everything that was in the log when the projection was opened is processed. */
  readonly caughtUp: boolean
  readonly parked: number
  readonly lastError: string | null
}

export type RunProjectionsOptions = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  /** Each with a name and a collection of its own. */
  readonly projections: readonly AnyProjection[]
  readonly signal: AbortSignal
  readonly logger: Logger
  readonly onCommit?: (report: CommitReport) => void
  /** About how many events are committed together when there are as many; default 2,000. */
  readonly batchSize?: number
  readonly takeOverMs?: number
}

export type RunningProjections = {
  /** Settles when every projection was opened or refused, or the signal aborted; rejects with the first refusal, the others run on. */
  readonly opened: Promise<void>
  /** Resolves after the signal aborted and everything has come to rest. Never rejects. */
  readonly done: Promise<void>
  status(): Promise<ProjectionStatus[]>
}

/**
 * Keeps the projections' documents up to date with the log until the signal aborts. Outages of log or store are waited
 * out; an event that cannot be applied parks its stream (parked-streams.ts); neither stops anything else.
 *
 * Any number of processes may run the same projections on one store. The checkpoint's compare-and-set lets one of them
 * win each commit; a loser stands by while the checkpoint moves and takes over when it does not.
 */
export function runProjections(options: RunProjectionsOptions): RunningProjections {
  const {
    log,
    store,
    projections,
    signal,
    logger,
    onCommit = () => {},
    batchSize = COMMIT_SIZE,
    takeOverMs = TAKE_OVER_MS,
  } = options
  checkDistinct(projections)
  const context = { log, store, signal, logger, onCommit, now: () => new Date().toISOString() }
  const runners = projections.map((projection) => projectionRunner(projection, context))
  const states = new Map<ProjectionRunner, ProjectionState>(runners.map((runner) => [runner, 'opening']))
  const feedSize = Math.min(FEED_SIZE, batchSize)

  const afterLogFailure = async (error: unknown) => {
    logger.warn({ err: error }, `The reading of the event log failed and begins again: ${describeError(error)}`)
    await delay(LOG_RETRY_MS, undefined, { signal }).catch(() => {})
  }
  const feed = sharedFeed(log, { signal, feedSize, commitSize: batchSize, onError: afterLogFailure })

  /** To the tail that the log has now, without holding up those that are there already. */
  const catchUp = async (runner: ProjectionRunner): Promise<'done' | 'overtaken'> => {
    states.set(runner, 'catching up')
    while (!signal.aborted) {
      const reading = new AbortController()
      const batches = log.batches({
        after: runner.position,
        live: false,
        size: feedSize,
        signal: AbortSignal.any([signal, reading.signal]),
      })
      try {
        for await (const batch of readAhead(batches, batchSize, () => reading.abort())) {
          if ((await runner.take(batch)) === 'overtaken') return 'overtaken'
        }
        return 'done'
      } catch (error) {
        if (isRefusal(error)) throw error
        if (!signal.aborted) await afterLogFailure(error)
      }
    }
    return 'done'
  }

  const followLive = async (runner: ProjectionRunner) => {
    states.set(runner, 'live')
    // With nothing to commit, a runner would not notice that its documents were dropped.
    const check = setInterval(() => {
      store.checkpoint(runner.name).then(
        (position) => {
          if (position < runner.position) feed.release(runner)
        },
        () => {},
      )
    }, RESET_CHECK_MS)
    try {
      return await feed.follow(runner)
    } finally {
      clearInterval(check)
    }
  }

  const unlessAborted = (waiting: Promise<boolean>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const onAbort = () => resolve(false)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject)
    })

  /** Until the checkpoint has not moved for a while, or was set back. */
  const standBy = async (runner: ProjectionRunner) => {
    if (states.get(runner) !== 'standby') states.set(runner, 'standby')
    while (!signal.aborted) {
      const moved = await unlessAborted(store.waitFor(runner.name, runner.position + 1n, takeOverMs))
      if (!moved) return
      const position = await store.checkpoint(runner.name).catch(() => runner.position)
      if (position <= runner.position) return
      runner.position = position
    }
  }

  const stayWithIt = async (runner: ProjectionRunner, opened: Promise<void>, ahead: () => boolean) => {
    await opened
    let near = !ahead()
    while (!signal.aborted) {
      // Those that are furthest begin with the feed at once, and read a new log together.
      const reached = near ? 'done' : await catchUp(runner)
      near = false
      if (signal.aborted) return
      if (reached === 'done' && (await followLive(runner)) === 'ended') return
      const lost = runner.position
      await runner.open()
      if (runner.position <= lost) continue
      await standBy(runner)
      if (signal.aborted) return
      await runner.open()
    }
  }

  const openings = runners.map((runner) => runner.open())
  const allOpened = Promise.allSettled(openings)
  const ending = Promise.all([
    feed.run(),
    ...runners.map(async (runner, i) => {
      try {
        await allOpened
        const furthest =
          runners
            .map(({ position }) => position)
            .sort(byPosition)
            .at(-1) ?? 0n
        await stayWithIt(runner, openings[i] ?? Promise.resolve(), () => runner.position < furthest)
        states.set(runner, 'stopped')
      } catch (error) {
        states.set(runner, signal.aborted ? 'stopped' : 'refused')
        if (!signal.aborted) logger.error({ projection: runner.name, err: error }, describeError(error))
      }
    }),
  ])

  const opened = allOpened.then((outcomes) => {
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && isRefusal(outcome.reason)) throw outcome.reason
    }
  })
  // Who does not ask hears of a refusal by the log and by status.
  opened.catch(() => {})

  return {
    opened,
    done: ending.then(() => {}),
    async status() {
      const head = await log.head().catch(() => null)
      return runners.map((runner) => ({
        projection: runner.name,
        state: states.get(runner) ?? 'opening',
        position: runner.position,
        lag: head === null ? null : head > runner.position ? head - runner.position : 0n,
        caughtUp: runner.caughtUp,
        parked: runner.parkedCount,
        lastError: runner.lastError,
      }))
    },
  }
}

/** Drops the projection's documents and what it has parked; whoever runs it builds both anew from the log. */
export function rebuild(store: ReadModelStore, projection: { name: string; collection: string }): Promise<void> {
  return store.reset(projection.name, [projection.collection, parkedCollection(projection.name)])
}

function checkDistinct(projections: readonly AnyProjection[]): void {
  for (const key of ['name', 'collection'] as const) {
    const values = projections.map((projection) => projection[key])
    if (new Set(values).size < values.length) {
      throw new TypeError(`Two projections have the same ${key}: each needs its own, so that it can be rebuilt alone`)
    }
  }
}
