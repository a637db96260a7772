import { type Batch, type EventLog, lastPlace, type Recorded } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import pRetry from 'p-retry'
import type { ClosedPeople } from './closed-people.ts'
import { type Folded, foldEvents, type Stretch, stretches } from './fold-events.ts'
import { withMembers } from './opening.ts'
import { describeError, parkedChange, parkedFrom, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { type Change, type Group, LIVE, type Member, type ReadModelStore, type Work } from './read-model-store.ts'
import { type RememberedDocuments, rememberedOf } from './remembered-documents.ts'

/** Characters that one commit writes at most, about; PostgreSQL takes parameters of up to 1 GB. */
const MOST_COMMIT_UNITS = 40_000_000
/** What fails for another reason than that a store is away is tried this often. */
const TRIES = 5
const RETRY = { retries: Number.POSITIVE_INFINITY, minTimeout: 50, maxTimeout: 5_000, randomize: true }

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
type OpenedContext = RunnerContext & { readonly closedPeople: ClosedPeople }

/** A read model on its way. */
type Runner = {
  readonly projection: AnyProjection
  readonly generation: number
  parkedFrom: ReadonlyMap<string, bigint>
  /** null: its documents are read whenever they are needed. */
  readonly remembered: RememberedDocuments | null
}

/** 'lost': the group is not what it was (another process moves it, or its members are others by now): to be opened again. */
export type Taken = 'done' | 'lost'

/** A group on its way through the log. */
export type GroupRunner = {
  readonly group: Group
  readonly runners: ReadonlyMap<string, Runner>
  /** The last failure, until something succeeds after it. */
  readonly lastError: string | null
  /**
   * Applies a stretch of the log, waiting for stores that are away. What the live group cannot do for one read model though they
   * are there, it does without it; another group throws it. Throws the signal's reason when that aborts.
   */
  take(batch: Batch): Promise<Taken>
  /** Takes in the read models of a group that is at the same position. */
  takeIn(beside: GroupRunner): Promise<Taken>
}

/** Makes what a group's members are kept in, before a reader asks for it. */
export async function makeTables(
  store: ReadModelStore,
  group: Group,
  projections: readonly AnyProjection[],
): Promise<void> {
  for (const projection of projections) {
    const member = group.members[projection.name]
    if (member === undefined) continue
    await store.make(projection, member.generation)
    await store.make(parkedModel(projection.name), member.generation)
  }
}

/** Readies a group's read models, with what they have parked. Throws StoreUnavailable. */
export async function openGroup(
  group: Group,
  projections: readonly AnyProjection[],
  context: OpenedContext,
): Promise<GroupRunner> {
  const { store } = context
  await makeTables(store, group, projections)
  const runners = new Map<string, Runner>()
  for (const projection of projections) {
    const member = group.members[projection.name]
    if (member === undefined || member.frozen) continue
    const { generation } = member
    const parked = await parkedFrom(store, projection.name, generation)
    const remembered = await rememberedOf(group, store.generation(projection, generation))
    runners.set(projection.name, { projection, generation, parkedFrom: parked, remembered })
  }
  return groupRunner(group, runners, context)
}

function groupRunner(opened: Group, runners: Map<string, Runner>, context: OpenedContext): GroupRunner {
  const { store, signal, logger, closing, closedPeople } = context
  let group = opened
  let lastError: string | null = null

  const onError = (error: unknown) => {
    const text = describeError(error)
    // An outage is said once, not at each attempt.
    if (text !== lastError)
      logger.warn({ group: group.name, err: error }, `${group.name} waits and tries again: ${text}`)
    lastError = text
  }
  /** Repeats the work until it succeeds; what fails again and again though the stores are there is thrown. */
  const persevere = <T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> =>
    pRetry((attempt) => work(attempt > 1), {
      ...RETRY,
      signal,
      onFailedAttempt: ({ error }) => onError(error),
      shouldRetry: ({ error, attemptNumber }) => error instanceof StoreUnavailable || attemptNumber < TRIES,
    })

  /** Replaces the group in the store. */
  const write = async (after: Group, isRepeated: boolean, work?: Work): Promise<Taken> => {
    if (!(await store.write(group, after, work))) {
      // After a failure this may be our own commit, whose answer got lost.
      const stored = isRepeated ? await store.groups() : []
      const own = stored.find(({ name }) => name === after.name)
      if (own?.revision !== after.revision || own.position !== after.position) return 'lost'
      logger.info({ group: group.name, position: after.position }, 'It was committed before the answer got lost')
    }
    group = after
    lastError = null
    return 'done'
  }

  const foldFor = (
    { projection, generation, parkedFrom, remembered }: Runner,
    events: readonly Recorded[],
    isRepeated: boolean,
  ) => {
    // After a failure only the store knows what of the commit is there: those documents are not folded again.
    if (isRepeated) remembered?.clear()
    const { load } = remembered ?? store.generation(projection, generation)
    return foldEvents(projection, events, load, parkedFrom, closedPeople)
  }

  /** Brings what it comes to into the read models, but for these, which from then on are frozen. */
  const apply = async (stretch: Stretch, isRepeated: boolean, failed: readonly string[] = []): Promise<Taken> => {
    const { position, closed } = stretch
    const events = stretch.events.filter(({ metadata }) => metadata.globalPosition > group.position)
    const taking = [...runners.values()].filter(({ projection }) => !failed.includes(projection.name))
    const folded = await Promise.all(
      taking.map(async (runner): Promise<[Runner, Folded]> => [runner, await foldFor(runner, events, isRepeated)]),
    )
    if (events.length > 1 && folded.reduce((sum, [, { units }]) => sum + units, 0) > MOST_COMMIT_UNITS) {
      const first = events.slice(0, Math.ceil(events.length / 2))
      const middle = first.at(-1)?.metadata.globalPosition ?? position
      const taken = await apply({ events: first, position: middle, closed: null }, isRepeated, failed)
      return taken === 'lost' ? taken : apply(stretch, isRepeated, failed)
    }

    const changes = folded.flatMap(([{ projection, generation }, { docs, made, parked }]): Change[] => [
      ...Array.from(docs, ([id, { doc, at }]) => {
        return { model: projection.name, generation, id, doc, at, isNew: made.has(id) }
      }),
      ...parked.map((one) => parkedChange(one, generation)),
    ])
    const forgetting = taking.filter(({ projection }) => !projection.outlivesPeople)
    const models = forgetting.flatMap(({ projection: { name }, generation }) =>
      [name, parkedModel(name).name].map((model) => ({ model, generation })),
    )
    const handled = events.filter(({ type }) => taking.some(({ projection }) => projection.handles.includes(type)))
    const people = new Set(handled.map(({ metadata }) => metadata.userId))
    if (closed !== null) people.add(closed)
    const forgotten = closed === null ? null : { userId: closed, at: position, models }
    const moving = failed.length === 0 ? group : withMembers(group, freeze(group.members, failed))
    const after = { ...moving, position, last: lastPlace(events) ?? group.last }
    if ((await write(after, isRepeated, { changes, forgotten, people: [...people] })) === 'lost') return 'lost'
    if (closed !== null) closedPeople.add(closed)
    for (const [runner, { docs, parked, units }] of folded) {
      runner.remembered?.learn(docs, units)
      if (closed !== null) runner.remembered?.forget(closed)
      const from = parked.map(({ stream, position }): [string, bigint] => [stream, BigInt(position)])
      if (parked.length > 0) runner.parkedFrom = new Map([...runner.parkedFrom, ...from])
      for (const one of parked)
        logger.error({ ...one }, `${one.projection} parked the stream ${one.stream}: ${one.error}`)
    }
    return 'done'
  }

  /** Leaves those behind who cannot: they stay as they are until a new generation of each has caught up. */
  const applyWithout = async (stretch: Stretch, failure: unknown): Promise<Taken> => {
    if (signal.aborted || group.name !== LIVE) throw failure
    const why = lastError
    const names = [...runners.keys()]
    const fails = async (runner: Runner) =>
      persevere(() => foldFor(runner, stretch.events, true)).then(
        () => [],
        () => [runner.projection.name],
      )
    const failing = (await Promise.all(Array.from(runners.values(), fails))).flat()
    // If the commit fails, one read model may be the cause. Each is left out alone to find it. If none of them alone
    // was the cause, all are left out.
    for (const failed of failing.length > 0 ? [failing] : [...names.map((name) => [name]), names]) {
      const taken = await persevere((isRepeated) => apply(stretch, isRepeated, failed)).catch(() => null)
      if (taken === null) continue
      if (taken === 'done')
        logger.error({ projections: failed }, `${failed.join(', ')} cannot go on with the others: ${why}`)
      // The process that opens the groups again begins the new generations.
      return 'lost'
    }
    throw failure
  }

  return {
    get group() {
      return group
    },
    get lastError() {
      return lastError
    },
    runners,

    async take(batch) {
      for (const stretch of stretches(batch, closing)) {
        if (stretch.position <= group.position) continue
        const taken = await persevere((isRepeated) => apply(stretch, isRepeated)).catch((error: unknown) =>
          applyWithout(stretch, error),
        )
        if (taken === 'lost') return taken
      }
      return 'done'
    },

    async takeIn(beside) {
      const after = withMembers(group, { ...group.members, ...beside.group.members })
      if ((await persevere((isRepeated) => write(after, isRepeated))) === 'lost') return 'lost'
      for (const [name, runner] of beside.runners) runners.set(name, { ...runner, remembered: null })
      // If this is not done, the process that opens the groups next does it.
      await store.write(beside.group, withMembers(beside.group, {})).catch(() => false)
      return 'done'
    },
  }
}

const freeze = (members: Group['members'], failed: readonly string[]): Group['members'] => {
  const set = ([name, member]: [string, Member]) => [name, failed.includes(name) ? { ...member, frozen: true } : member]
  return Object.fromEntries(Object.entries(members).map(set))
}
