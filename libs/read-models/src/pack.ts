import type { Batch, EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { lastPlace } from '@pathlight/event-log/event-log.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { LRUCache } from 'lru-cache'
import { type Folded, foldEvents, type Stretch, stretches } from './fold-events.ts'
import { parkedChange, parkedFrom, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import type { Change, Checkpoint, Place, ReadModelStore } from './read-model-store.ts'
import { type RememberedDocuments, rememberedOf } from './remembered-documents.ts'

/** An estimate of the most characters in one commit. PostgreSQL accepts parameters of up to 1 GB. */
const MOST_COMMIT_UNITS = 40_000_000
/**
 * The most closed accounts in memory. An account need be known only for a short time: its key is destroyed within
 * seconds, and then the person's events are unreadable.
 */
const MOST_CLOSED = 10_000

/** The methods of a log that projections need. */
export type ProjectedLog = Pick<EventLog, 'identity' | 'head' | 'end' | 'idAt' | 'batches'>

/** The methods of a pino logger that projections use. */
export type Logger = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type RunnerContext = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  /** The type of the event that closes an account. Its `data.userId` is the person whose documents are removed. */
  readonly closing: string
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** A projection that runs, with one generation of its read model. */
export type Runner = {
  readonly projection: AnyProjection
  readonly checkpoint: Checkpoint
  readonly parkedFrom: ReadonlyMap<string, bigint>
  /** The cache of the generation's documents. Null if documents are read from the store each time. */
  readonly remembered: RememberedDocuments | null
}

/** Projections at the same position. They share one reading of the log, and one commit moves all their checkpoints. */
export type Pack = {
  place: Place
  /** The runners by the names of their projections. */
  runners: ReadonlyMap<string, Runner>
}

/** Creates the tables of a generation, so that readers find them. */
export async function makeTables(store: ReadModelStore, projection: AnyProjection, generation: number): Promise<void> {
  await store.make(projection, generation)
  await store.make(parkedModel(projection.name), generation)
}

/** Opens a projection at a checkpoint, together with its parked streams. Throws StoreUnavailable. */
export async function openRunner(
  store: ReadModelStore,
  projection: AnyProjection,
  checkpoint: Checkpoint,
): Promise<Runner> {
  const { generation } = checkpoint
  await makeTables(store, projection, generation)
  const remembered = await rememberedOf(checkpoint, store.generation(projection, generation))
  return { projection, checkpoint, parkedFrom: await parkedFrom(store, projection.name, generation), remembered }
}

export const packOf = (runners: readonly Runner[]): Pack => {
  const { position = 0n, last = null } = runners[0]?.checkpoint ?? {}
  return { place: { position, last }, runners: new Map(runners.map((one) => [one.projection.name, one])) }
}

/**
 * Makes functions that move packs of projections through the log. After an error or a result of false, the state of the
 * store is unknown, and the caller must open the projections again.
 */
export function packMover({ store, logger, closing }: RunnerContext) {
  const closedPeople = new LRUCache<string, true>(atMost(MOST_CLOSED))

  const fold = async (runner: Runner, events: readonly Recorded[]): Promise<readonly [Runner, Folded]> => {
    const { projection, checkpoint, parkedFrom, remembered } = runner
    const { load } = remembered ?? store.generation(projection, checkpoint.generation)
    return [runner, await foldEvents(projection, events, load, parkedFrom, closedPeople)]
  }
  const changesOf = ([{ projection, checkpoint }, { docs, newIds, parked }]: readonly [Runner, Folded]): Change[] => {
    const of = { model: projection.name, generation: checkpoint.generation }
    return [
      ...Array.from(docs, ([id, { doc, at }]) => ({ ...of, id, doc, at, isNew: newIds.has(id) })),
      ...parked.map((one) => parkedChange(one, of.generation)),
    ]
  }

  /** Applies a part of a batch and commits the changes. Returns false if another process has moved the checkpoints. */
  const apply = async (pack: Pack, stretch: Stretch): Promise<boolean> => {
    const { position, closed } = stretch
    const events = stretch.events.filter(({ metadata }) => metadata.globalPosition > pack.place.position)
    const runners = [...pack.runners.values()]
    const folded = await Promise.all(runners.map((one) => fold(one, events)))
    if (events.length > 1 && folded.reduce((sum, [, { units }]) => sum + units, 0) > MOST_COMMIT_UNITS) {
      const first = events.slice(0, Math.ceil(events.length / 2))
      const middle = first.at(-1)?.metadata.globalPosition ?? position
      return (await apply(pack, { events: first, position: middle, closed: null })) && apply(pack, stretch)
    }

    const forgetting = runners.filter(({ projection }) => !projection.outlivesPeople)
    const models = forgetting.flatMap(({ projection: { name }, checkpoint: { generation } }) =>
      [name, parkedModel(name).name].map((model) => ({ model, generation })),
    )
    const handled = events.filter(({ type }) => runners.some(({ projection }) => projection.handles.includes(type)))
    const people = new Set([...handled.map(({ metadata }) => metadata.userId), ...(closed === null ? [] : [closed])])
    const to = { position, last: lastPlace(events) ?? pack.place.last }
    const work = {
      changes: folded.flatMap(changesOf),
      forgotten: closed === null ? null : { userId: closed, at: position, models },
      people: [...people],
    }
    const checkpoints = runners.map(({ checkpoint }) => checkpoint)
    if (!(await store.move(checkpoints, to, work))) return false
    if (closed !== null) closedPeople.set(closed, true)
    pack.place = to
    pack.runners = new Map(
      folded.map(([{ remembered, ...runner }, { docs, parked, units }]) => {
        remembered?.learn(docs, units)
        if (closed !== null) remembered?.forget(closed)
        for (const one of parked)
          logger.error({ ...one }, `${one.projection} parked the stream ${one.stream}: ${one.error}`)
        const from = parked.map(({ stream, position }): [string, bigint] => [stream, BigInt(position)])
        const parkedFrom = parked.length === 0 ? runner.parkedFrom : new Map([...runner.parkedFrom, ...from])
        return [
          runner.projection.name,
          { ...runner, checkpoint: { ...runner.checkpoint, ...to }, parkedFrom, remembered },
        ]
      }),
    )
    return true
  }

  return {
    /** Applies a batch of the log. Returns false if another process has moved or replaced the checkpoints. */
    async take(pack: Pack, batch: Batch): Promise<boolean> {
      for (const stretch of stretches(batch, closing))
        if (stretch.position > pack.place.position && !(await apply(pack, stretch))) return false
      return true
    },

    /**
     * Adds a pack to the main pack, which is at the same position. A generation that was being built becomes live.
     * Returns false if there is a newer generation, or another process has changed the checkpoint.
     */
    async join(main: Pack, { runners }: Pack): Promise<boolean> {
      for (const [name, runner] of runners) {
        const { checkpoint } = runner
        const old = main.runners.get(name)?.checkpoint
        if (old && old.generation > checkpoint.generation) return false
        const live = { ...checkpoint, live: true }
        if (!checkpoint.live && !(await store.put(checkpoint, live))) return false
        main.runners = new Map(main.runners).set(name, { ...runner, checkpoint: live, remembered: null })
        // If this removal fails, the next process that opens the projections removes the old checkpoint.
        if (old) await store.put(old, null).catch(() => false)
      }
      return true
    },

    /** Forgets which accounts were closed, because the log may have lost the events that closed them. */
    forgetClosed: () => closedPeople.clear(),
  }
}
