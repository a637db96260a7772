import type { Batch, EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { lastPlace } from '@pathlight/event-log/event-log.ts'
import { atMost } from '@pathlight/stores/at-most.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { LRUCache } from 'lru-cache'
import pRetry from 'p-retry'
import { type Folded, foldEvents, type Stretch, stretches } from './fold-events.ts'
import { describeError, parkedChange, parkedFrom, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import type { Change, Checkpoint, Place, ReadModelStore, Work } from './read-model-store.ts'
import { type RememberedDocuments, rememberedOf } from './remembered-documents.ts'

/** Characters that one commit writes at most, about; PostgreSQL takes parameters of up to 1 GB. */
const MOST_COMMIT_UNITS = 40_000_000
/** What fails for another reason than that a store is away is tried this often. */
const TRIES = 5
const RETRY = { retries: Number.POSITIVE_INFINITY, minTimeout: 50, maxTimeout: 5_000, randomize: true }
/** People whose accounts were closed a moment ago: their keys are gone within seconds, and the log gives out nothing of theirs any more. */
const MOST_CLOSED = 10_000

/** The part of a log that projections read. */
export type ProjectedLog = Pick<EventLog, 'identity' | 'head' | 'end' | 'idAt' | 'batches'>

/** The part of pino's logger that is used. */
export type Logger = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type RunnerContext = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  /** Type of the event that closes an account, with its `data.userId`: the person's documents are removed. */
  readonly closing: string
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** A projection on its way, in one generation of its read model. */
export type Runner = {
  readonly projection: AnyProjection
  readonly checkpoint: Checkpoint
  readonly parkedFrom: ReadonlyMap<string, bigint>
  /** null: its documents are read whenever they are needed. */
  readonly remembered: RememberedDocuments | null
}

/** Projections that stand at one place: the log is read once for all of them, and their checkpoints are moved by one commit. */
export type Pack = {
  place: Place
  /** By the names of their projections. */
  runners: ReadonlyMap<string, Runner>
  /** The last failure, until something succeeds after it. */
  lastError: string | null
}

/** 'lost': the checkpoints are not where they were (another process moves them, or they were replaced): to be opened again. */
export type Taken = 'done' | 'lost'

/** Makes what a generation is kept in, before a reader asks for it. */
export async function makeTables(store: ReadModelStore, projection: AnyProjection, generation: number): Promise<void> {
  await store.make(projection, generation)
  await store.make(parkedModel(projection.name), generation)
}

/** Readies a projection, with what it has parked. Throws StoreUnavailable. */
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
  return {
    place: { position, last },
    runners: new Map(runners.map((one) => [one.projection.name, one])),
    lastError: null,
  }
}

/** Moves packs through the log. `onBehind` hears of a projection that cannot go on, and why. */
export function packMover(context: RunnerContext, onBehind: (name: string, why: string) => void) {
  const { store, signal, logger, closing } = context
  const closedPeople = new LRUCache<string, true>(atMost(MOST_CLOSED))

  /** Repeats the work until it succeeds; what fails again and again though the stores are there is thrown. */
  const persevere = async <T>(pack: Pack, work: (isRepeated: boolean) => Promise<T>): Promise<T> => {
    const names = [...pack.runners.keys()].join(', ')
    const onError = (error: unknown) => {
      const text = describeError(error)
      // An outage is said once, not at each attempt.
      if (text !== pack.lastError)
        logger.warn({ projections: names, err: error }, `What is read waits and tries again: ${text}`)
      pack.lastError = text
    }
    const result = await pRetry((attempt) => work(attempt > 1), {
      ...RETRY,
      signal,
      onFailedAttempt: ({ error }) => onError(error),
      shouldRetry: ({ error, attemptNumber }) => error instanceof StoreUnavailable || attemptNumber < TRIES,
    })
    pack.lastError = null
    return result
  }

  const move = async (pack: Pack, to: Place, isRepeated: boolean, work: Work): Promise<Taken> => {
    const checkpoints = Array.from(pack.runners.values(), ({ checkpoint }) => checkpoint)
    if (await store.move(checkpoints, to, work)) return 'done'
    // After a failure this may be our own commit, whose answer got lost.
    const stored = isRepeated ? await store.checkpoints() : []
    const isThere = ({ name, generation }: Checkpoint) =>
      stored.some((one) => one.name === name && one.generation === generation && one.position === to.position)
    if (!checkpoints.every(isThere)) return 'lost'
    logger.info({ position: to.position }, 'It was committed before the answer got lost')
    return 'done'
  }

  const foldFor = (
    { projection, checkpoint, parkedFrom, remembered }: Runner,
    events: readonly Recorded[],
    isRepeated: boolean,
  ) => {
    // After a failure only the store knows what of the commit is there: those documents are not folded again.
    if (isRepeated) remembered?.clear()
    const { load } = remembered ?? store.generation(projection, checkpoint.generation)
    return foldEvents(projection, events, load, parkedFrom, closedPeople)
  }

  /** Brings what the stretch comes to into the read models. */
  const apply = async (pack: Pack, stretch: Stretch, isRepeated: boolean): Promise<Taken> => {
    const { position, closed } = stretch
    const events = stretch.events.filter(({ metadata }) => metadata.globalPosition > pack.place.position)
    const runners = [...pack.runners.values()]
    const folded = await Promise.all(
      runners.map(async (one): Promise<[Runner, Folded]> => [one, await foldFor(one, events, isRepeated)]),
    )
    if (events.length > 1 && folded.reduce((sum, [, { units }]) => sum + units, 0) > MOST_COMMIT_UNITS) {
      const first = events.slice(0, Math.ceil(events.length / 2))
      const middle = first.at(-1)?.metadata.globalPosition ?? position
      const taken = await apply(pack, { events: first, position: middle, closed: null }, isRepeated)
      return taken === 'lost' ? taken : apply(pack, stretch, isRepeated)
    }

    const changes = folded.flatMap(
      ([
        {
          projection: { name },
          checkpoint: { generation },
        },
        { docs, made, parked },
      ]): Change[] => [
        ...Array.from(docs, ([id, { doc, at }]) => ({ model: name, generation, id, doc, at, isNew: made.has(id) })),
        ...parked.map((one) => parkedChange(one, generation)),
      ],
    )
    const models = runners
      .filter(({ projection }) => !projection.outlivesPeople)
      .flatMap(({ projection: { name }, checkpoint: { generation } }) =>
        [name, parkedModel(name).name].map((model) => ({ model, generation })),
      )
    const handled = events.filter(({ type }) => runners.some(({ projection }) => projection.handles.includes(type)))
    const people = new Set(handled.map(({ metadata }) => metadata.userId))
    if (closed !== null) people.add(closed)
    const forgotten = closed === null ? null : { userId: closed, at: position, models }
    const to = { position, last: lastPlace(events) ?? pack.place.last }
    if ((await move(pack, to, isRepeated, { changes, forgotten, people: [...people] })) === 'lost') return 'lost'
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
        const checkpoint = { ...runner.checkpoint, ...to }
        return [runner.projection.name, { ...runner, checkpoint, parkedFrom, remembered }]
      }),
    )
    return 'done'
  }

  /** What they cannot do together each does alone: who cannot is left behind, at its own checkpoint, and the pack is opened again. */
  const applyAlone = async (pack: Pack, stretch: Stretch, failure: unknown): Promise<Taken> => {
    if (signal.aborted || pack.runners.size <= 1) throw failure
    const behind: string[] = []
    for (const [name, runner] of pack.runners) {
      const alone = packOf([runner])
      const taken = await persevere(alone, () => apply(alone, stretch, true)).catch((error: unknown) => {
        if (signal.aborted) throw error
        behind.push(name)
        onBehind(name, describeError(error))
        logger.error({ projection: name, err: error }, `${name} cannot go on with the others: ${describeError(error)}`)
        return 'done' as const
      })
      if (taken === 'lost') return taken
    }
    if (behind.length === pack.runners.size) throw failure
    return 'lost'
  }

  return {
    /**
     * Applies a stretch of the log, waiting for stores that are away. What they cannot do together though the stores are there,
     * each does alone; a single one throws it. Throws the signal's reason when that aborts.
     */
    async take(pack: Pack, batch: Batch): Promise<Taken> {
      for (const stretch of stretches(batch, closing)) {
        if (stretch.position <= pack.place.position) continue
        const taken = await persevere(pack, (isRepeated) => apply(pack, stretch, isRepeated)).catch((error: unknown) =>
          applyAlone(pack, stretch, error),
        )
        if (taken === 'lost') return taken
      }
      return 'done'
    },

    /** Takes a projection that stands at the same place into the main pack; one that was built is read from now on. */
    async join(pack: Pack, { runners }: Pack): Promise<Taken> {
      for (const [name, runner] of runners) {
        const { checkpoint } = runner
        const live = { ...checkpoint, live: true }
        if (!checkpoint.live && !(await persevere(pack, () => store.put(checkpoint, live)))) return 'lost'
        const old = pack.runners.get(name)
        pack.runners = new Map(pack.runners).set(name, { ...runner, checkpoint: live, remembered: null })
        // If this is not done, the process that opens them next does it.
        if (old) await store.put(old.checkpoint, null).catch(() => false)
      }
      return 'done'
    },

    /** The closings may not be in the log any more. */
    forgetClosed: () => closedPeople.clear(),
  }
}
