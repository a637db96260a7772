import type { Batch, EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import {
  type AnyProjection,
  type Folded,
  foldEvents,
  type Held,
  type Parked,
  parkEvent,
  planEvents,
} from './fold-events.ts'
import { describeError, type ParkedStream, parkedCollection, parkedId } from './parked-streams.ts'
import { persevere } from './persevere.ts'
import {
  CheckpointOfAnotherLog,
  InvalidDocument,
  ReadModelOfNewerVersion,
  type ReadModelStore,
} from './read-model-store.ts'

const PAGE = 1_000

/** The part of a log that projections read. */
export type ProjectedLog = Pick<EventLog, 'identity' | 'head' | 'batches'>

/** The part of pino's logger that is used. */
export type Logger = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What one commit did, for metrics. */
export type CommitReport = {
  readonly projection: string
  /** Events of the batch that the projection handles, and documents (or parked streams) written. */
  readonly events: number
  readonly changes: number
  readonly position: bigint
  readonly durationMs: number
}

export type RunnerContext = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  readonly signal: AbortSignal
  readonly logger: Logger
  readonly onCommit: (report: CommitReport) => void
  readonly now: () => string
}

/** 'overtaken': the checkpoint is elsewhere (another runner, a reset, a newer version); open again. */
export type Taken = 'done' | 'overtaken'

/** One projection on its way through the log: knows its position and applies what comes after it. */
export type ProjectionRunner = {
  readonly name: string
  /** Of the last event known to be processed, by this runner or another. */
  position: bigint
  /** True once everything that was in the log at the opening is processed. */
  readonly caughtUp: boolean
  readonly parkedCount: number
  /** The last failure, until something succeeds after it. */
  readonly lastError: string | null
  /** Reads checkpoint and parked streams. Throws the store's two refusals; everything else is tried for ever. */
  open(): Promise<void>
  /** Applies a stretch of the log; what is at or below the position is skipped. Fails only when the signal aborts. */
  take(batch: Batch): Promise<Taken>
}

/** Positions are bigint, which a sort does not take as they are. */
export const byPosition = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

export function isRefusal(error: unknown): error is Error {
  return error instanceof CheckpointOfAnotherLog || error instanceof ReadModelOfNewerVersion
}

export function projectionRunner(projection: AnyProjection, context: RunnerContext): ProjectionRunner {
  const { log, store, signal, logger, onCommit, now } = context
  const { name } = projection
  const handled = new Set<string>(projection.handles)
  const collection = store.collection(projection.collection, projection.indexes)
  const parkedDocuments = store.collection<ParkedStream>(parkedCollection(name))
  let parked: Parked = new Map()
  /** What the last commit wrote is what is stored, for as long as commits succeed: it need not be read again. */
  let lastWritten: ReadonlyMap<string, Held> = new Map()
  let target = 0n
  let lastError: string | null = null

  const onError = (error: unknown) => {
    const text = describeError(error)
    // An outage is said once, not at each attempt.
    if (text !== lastError) logger.warn({ projection: name, err: error }, `${name} waits and tries again: ${text}`)
    lastError = text
  }
  const sayParked = (parked: ParkedStream) =>
    logger.error({ ...parked }, `${name} parked the stream ${parked.stream}: ${parked.error}`)
  const keepTrying = <T>(work: () => Promise<T>, isFinal?: (error: unknown) => boolean) =>
    persevere(work, { signal, onError, ...(isFinal && { isFinal }) })

  const loadParked = async () => {
    const found = new Map<string, { stream: ParkedStream; counted: bigint }>()
    for (let skip = 0; ; skip += PAGE) {
      const page = await parkedDocuments.find({ sort: [['stream', 'asc']], limit: PAGE, skip })
      const held = await parkedDocuments.get(page.map(({ stream }) => parkedId(stream)))
      for (const { doc, at } of held.values()) if (doc !== null) found.set(doc.stream, { stream: doc, counted: at })
      if (page.length < PAGE) return found
    }
  }

  const load = async (ids: readonly string[]): Promise<Map<string, Held>> => {
    const held = new Map<string, Held>()
    const missing: string[] = []
    for (const id of ids) {
      const written = lastWritten.get(id)
      if (written === undefined) missing.push(id)
      else held.set(id, written)
    }
    if (missing.length > 0) for (const [id, found] of await collection.get(missing)) held.set(id, found)
    return held
  }

  /** Stores what was folded and moves the checkpoint. Throws InvalidDocument. */
  const commit = async (folded: Folded, next: bigint, events: number): Promise<Taken> => {
    const started = performance.now()
    let failed = false
    const moved = await keepTrying(
      async () => {
        try {
          return await store.commit(name, runner.position, next, folded.changes)
        } catch (error) {
          failed = true
          throw error
        }
      },
      (error) => error instanceof InvalidDocument,
    )
    if (!moved) {
      lastWritten = new Map()
      // After a failure this may be our own commit, whose answer got lost.
      if (!failed || (await reopened()) !== next) return 'overtaken'
      logger.info({ projection: name, position: next }, `${name} had committed before the answer got lost`)
    } else {
      lastWritten = folded.docs
    }
    runner.position = next
    lastError = null
    if (folded.parked.size > 0) {
      for (const [name, { stream }] of folded.parked) if (!parked.has(name)) sayParked(stream)
      parked = new Map([...parked, ...folded.parked])
    }
    onCommit({
      projection: name,
      events,
      changes: folded.changes.length,
      position: next,
      durationMs: performance.now() - started,
    })
    return 'done'
  }

  const write = async (events: readonly Recorded[], next: bigint): Promise<Taken> => {
    const folded = await keepTrying(async () => {
      const plan = planEvents(projection, events, parked)
      return foldEvents(projection, plan, await load(plan.ids), parked, now)
    })
    try {
      return await commit(folded, next, events.length)
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error
      // Some document cannot be kept: halve the stretch until the event that made it is alone, and park its stream.
      // (One that a later event of the same stretch made well again was never stored, and is not noticed.)
      const [event] = events
      if (event === undefined) throw error
      if (events.length === 1) return commit(parkEvent(projection, event, error, now), next, 1)
      const middle = Math.ceil(events.length / 2)
      const first = events.slice(0, middle)
      const taken = await write(first, first.at(-1)?.metadata.globalPosition ?? next)
      return taken === 'done' ? write(events.slice(middle), next) : taken
    }
  }

  const openStore = async (): Promise<bigint> =>
    store.open({ name, version: projection.version, log: await log.identity() }, [
      projection.collection,
      parkedCollection(name),
    ])
  /** null: it cannot be opened any more, which the next `open` will say. */
  const reopened = async (): Promise<bigint | null> => {
    try {
      return await keepTrying(openStore, isRefusal)
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  const runner: ProjectionRunner = {
    name,
    position: 0n,
    get caughtUp() {
      return runner.position >= target
    },
    get parkedCount() {
      return parked.size
    },
    get lastError() {
      return lastError
    },

    async open() {
      lastWritten = new Map()
      try {
        const opened = await keepTrying(async () => {
          const head = await log.head()
          const position = await openStore()
          return { head, position, parked: await loadParked() }
        }, isRefusal)
        target = opened.head
        runner.position = opened.position
        parked = opened.parked
        lastError = null
      } catch (error) {
        if (isRefusal(error)) lastError = describeError(error)
        throw error
      }
    },

    async take({ events, position }) {
      if (position <= runner.position) return 'done'
      const own = events.filter((event) => handled.has(event.type) && event.metadata.globalPosition > runner.position)
      return write(own, position)
    },
  }
  return runner
}
