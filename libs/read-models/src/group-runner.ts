import type { Batch, EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import pRetry from 'p-retry'
import { type Folded, foldEvents, type Stretch, stretches } from './fold-events.ts'
import { withMembers } from './opening.ts'
import { describeError, type ParkedStream, parkedChange, parkedIn, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import {
  type Change,
  type Document,
  type Forgotten,
  type Generation,
  type Group,
  type Held,
  LIVE,
  type Member,
  type ReadModelStore,
  type Work,
} from './read-model-store.ts'

/** Characters that one commit writes at most, about; PostgreSQL takes parameters of up to 1 GB. */
const MOST_COMMIT_UNITS = 40_000_000
/** What fails for another reason than that a store is away is tried this often. */
const TRIES = 5
const RETRY = { retries: Number.POSITIVE_INFINITY, minTimeout: 50, maxTimeout: 5_000, randomize: true }

/** The part of a log that projections read. */
export type ProjectedLog = Pick<EventLog, 'identity' | 'head' | 'batches'>

/** The part of pino's logger that is used. */
export type Logger = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type RunnerContext = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  readonly signal: AbortSignal
  readonly logger: Logger
  readonly onCommit: (group: Group) => void
  /** The event that closes an account, with `data.userId`: the person's documents go. */
  readonly closing: string
}

/** A read model on its way: its place in a group, and what it needs to go on. */
type Runner = {
  readonly projection: AnyProjection
  readonly generation: number
  readonly documents: Generation<Document>
  readonly handled: ReadonlySet<string>
  parkedFrom: ReadonlyMap<string, bigint>
  /** What the last commit wrote is what is stored, for as long as commits succeed: it need not be read again. */
  lastWritten: ReadonlyMap<string, Held>
}
/** What a stretch of the log comes to for one read model. */
type Part = { readonly runner: Runner; readonly events: readonly Recorded[]; readonly folded: Folded }

/** 'lost': the group is not what it was (another process moves it, or its members are others by now): to be opened again. */
export type Taken = 'done' | 'lost'

/** A group on its way through the log. */
export type GroupRunner = {
  readonly group: Group
  readonly runners: ReadonlyMap<string, Runner>
  /** The last failure, until something succeeds after it. */
  readonly lastError: string | null
  /**
   * Applies a stretch of the log; what is at or below the position is skipped. Waits for stores that are away. What the live
   * group cannot do for one read model though the stores are there, it does without it; another group throws it. Throws the
   * signal's reason when that aborts.
   */
  take(batch: Batch): Promise<Taken>
  /** Takes in the read models of a group that is at the same position. */
  takeIn(beside: GroupRunner): Promise<Taken>
}

/** Makes what a group's members are kept in: before anybody reads them. */
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
  context: RunnerContext,
): Promise<GroupRunner> {
  const { store } = context
  await makeTables(store, group, projections)
  const runners = new Map<string, Runner>()
  for (const projection of projections) {
    const member = group.members[projection.name]
    if (member === undefined || member.apart) continue
    const { generation } = member
    const parked = parkedModel(projection.name)
    const parkedFrom = new Map<string, bigint>()
    for await (const { stream, position } of parkedIn(store.generation(parked, generation)))
      parkedFrom.set(stream, BigInt(position))
    runners.set(projection.name, {
      projection,
      generation,
      documents: store.generation(projection, generation),
      handled: new Set(projection.handles),
      parkedFrom,
      lastWritten: new Map(),
    })
  }
  return groupRunner(group, runners, context)
}

function groupRunner(opened: Group, runners: Map<string, Runner>, context: RunnerContext): GroupRunner {
  const { store, signal, logger, onCommit, closing } = context
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
  const persevere = <T>(work: () => Promise<T>): Promise<T> =>
    pRetry(work, {
      ...RETRY,
      signal,
      onFailedAttempt: ({ error }) => onError(error),
      shouldRetry: ({ error, attemptNumber }) => error instanceof StoreUnavailable || attemptNumber < TRIES,
    })

  const fold = (runner: Runner, events: readonly Recorded[]): Promise<Folded> => {
    const { projection, documents, parkedFrom, lastWritten } = runner
    const load = async (ids: readonly string[]) => {
      const missing = ids.filter((id) => !lastWritten.has(id))
      const found: ReadonlyMap<string, Held> = missing.length === 0 ? new Map() : await documents.load(missing)
      return found.size === 0 ? lastWritten : new Map([...lastWritten, ...found])
    }
    return persevere(() => foldEvents(projection, events, load, parkedFrom))
  }

  /** Replaces the group in the store. */
  const write = async (after: Group, work?: Work): Promise<Taken> => {
    const before = group
    let failures = 0
    const written = await persevere(() =>
      store.write(before, after, work).catch((error: unknown) => {
        failures++
        throw error
      }),
    )
    if (!written) {
      // After a failure this may be our own commit, whose answer got lost.
      const stored = failures === 0 ? [] : await persevere(() => store.groups())
      const own = stored.find(({ name }) => name === after.name)
      if (own?.revision !== after.revision || own.position !== after.position) return 'lost'
      logger.info({ group: group.name, position: after.position }, 'It was committed before the answer got lost')
    }
    group = after
    return 'done'
  }

  const commit = async (after: Group, parts: readonly Part[], forgotten: Forgotten | null): Promise<Taken> => {
    const changes = parts.flatMap(({ runner: { projection, generation }, folded }): Change[] => [
      ...Array.from(folded.docs, ([id, { doc, at }]) => ({ model: projection.name, generation, id, doc, at })),
      ...folded.parked.map((parked) => parkedChange(parked, generation)),
    ])
    const people = new Set(parts.flatMap(({ events }) => events.map(({ metadata }) => metadata.userId)))
    if (forgotten) people.add(forgotten.userId)
    if ((await write(after, { changes, forgotten, people: [...people] })) === 'lost') return 'lost'
    lastError = null
    if (forgotten) for (const runner of runners.values()) runner.lastWritten = new Map()
    for (const { runner, folded } of parts) {
      runner.lastWritten = folded.docs
      if (folded.parked.length > 0) rememberParked(runner, folded.parked)
    }
    onCommit(group)
    return 'done'
  }

  const rememberParked = (runner: Runner, parked: readonly ParkedStream[]) => {
    for (const one of parked)
      logger.error({ ...one }, `${one.projection} parked the stream ${one.stream}: ${one.error}`)
    const from = parked.map(({ stream, position }): [string, bigint] => [stream, BigInt(position)])
    runner.parkedFrom = new Map([...runner.parkedFrom, ...from])
  }

  /** The same without these read models: they stay as they are until a new generation of each has caught up. */
  const commitWithout = async (
    apart: readonly string[],
    after: Group,
    parts: readonly Part[],
    forgotten: Forgotten | null,
  ): Promise<Taken> => {
    const members = Object.entries(after.members).map(([name, member]): [string, Member] => [
      name,
      apart.includes(name) ? { ...member, apart: true } : member,
    ])
    const others = parts.filter(({ runner }) => !apart.includes(runner.projection.name))
    const why = lastError
    const taken = await commit(withMembers(after, Object.fromEntries(members)), others, forgotten)
    if (taken === 'done')
      logger.error({ projections: apart }, `${apart.join(', ')} cannot go on with the others: ${why}`)
    // Who opens the groups again begins the new generations.
    return 'lost'
  }

  const apply = async ({ events, position, closed }: Stretch): Promise<Taken> => {
    const parts: Part[] = []
    const failing: string[] = []
    let failure: unknown
    await Promise.all(
      Array.from(runners.values(), async (runner) => {
        const own = events.filter(({ type }) => runner.handled.has(type))
        if (own.length === 0) return
        try {
          parts.push({ runner, events: own, folded: await fold(runner, own) })
        } catch (error) {
          failure = error
          failing.push(runner.projection.name)
        }
      }),
    )
    signal.throwIfAborted()
    if (failing.length > 0 && group.name !== LIVE) throw failure
    if (events.length > 1 && parts.reduce((sum, { folded }) => sum + folded.units, 0) > MOST_COMMIT_UNITS) {
      const first = events.slice(0, Math.ceil(events.length / 2))
      const middle = first.at(-1)?.metadata.globalPosition ?? position
      if ((await apply({ events: first, position: middle, closed: null })) === 'lost') return 'lost'
      return apply({ events: events.slice(first.length), position, closed: null })
    }

    const models = Array.from(runners.values(), ({ projection: { name }, generation }) =>
      [name, parkedModel(name).name].map((model) => ({ model, generation })),
    ).flat()
    const forgotten = closed === null ? null : { userId: closed, at: position, models }
    const after = { ...group, position }
    if (failing.length > 0) return commitWithout(failing, after, parts, forgotten)
    try {
      return await commit(after, parts, forgotten)
    } catch (error) {
      if (signal.aborted || group.name !== LIVE) throw error
      // Whose is it? Each alone is left out; if it was none of them alone, then all.
      const names = parts.map(({ runner }) => runner.projection.name)
      for (const apart of [...names.map((name) => [name]), names]) {
        const taken = await commitWithout(apart, after, parts, forgotten).catch(() => null)
        if (taken !== null) return taken
      }
      throw error
    }
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
      const events = batch.events.filter(({ metadata }) => metadata.globalPosition > group.position)
      for (const stretch of stretches({ events, position: batch.position }, closing)) {
        if (stretch.position > group.position && (await apply(stretch)) === 'lost') return 'lost'
      }
      return 'done'
    },

    async takeIn(beside) {
      const members = { ...group.members, ...beside.group.members }
      if ((await write(withMembers(group, members))) === 'lost') return 'lost'
      for (const [name, runner] of beside.runners) runners.set(name, runner)
      // If this is not done, who opens the groups next does it.
      await store.write(beside.group, withMembers(beside.group, {})).catch(() => false)
      return 'done'
    },
  }
}
