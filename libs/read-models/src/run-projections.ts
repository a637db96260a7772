import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import pLimit from 'p-limit'
import { checkName } from './document-rules.ts'
import { OLD_GENERATION_KEPT_MS } from './generations.ts'
import { decideOpening, setBackOf } from './opening.ts'
import { makeTables, openRunner, type Pack, packMover, packOf, type Runner, type RunnerContext } from './pack.ts'
import { describeError, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { LOOK_MS, projectionLoop, retryMs } from './projection-loop.ts'
import { type ProjectionState, type RunningProjections, statusOf } from './projection-status.ts'
import type { Checkpoint } from './read-model-store.ts'

/** The most events in one read of the log and one commit. */
const BATCH_SIZE = 1_000
/**
 * The most events in one read and one commit of projections that are behind. No reader waits for their commits, and in
 * a large commit a document that changes often is written once.
 */
const BUILD_SIZE = 4_000
/**
 * How long a process stands by, in milliseconds, after another process has moved the checkpoints. If the checkpoints do
 * not move in this time, the process that stands by takes over.
 */
const TAKE_OVER_MS = 3_000
/**
 * After this many failures of the main pack in a row, apart from outages, each of its projections takes the batch
 * alone.
 */
const TRIES = 5
/**
 * The main pack is the projections at the greatest position, which move together. A projection that is behind catches
 * up with it again and again. Once this takes at most NEAR_MS milliseconds, the main pack waits, and the projection
 * joins it.
 */
const NEAR_MS = 100

export type RunProjectionsOptions = RunnerContext & {
  /** The projections. Their names must differ. */
  readonly projections: readonly AnyProjection[]
  /** The most events in one commit. Default 1,000, or 4,000 for projections that are behind. */
  readonly batchSize?: number
  readonly takeOverMs?: number
  /** How long a replaced generation stays for readers that still use it, in milliseconds. Default a minute. */
  readonly keepOldMs?: number
}

/**
 * Updates the projections' documents from the log until the signal aborts. The projections at the greatest position
 * move together as the main pack. Each projection that is behind, or is being built, runs beside the main pack until it
 * has caught up. During an outage of a store, all projections wait. An event that cannot be applied parks its stream.
 * Several processes may run the same projections on one store: one of them commits, and the others stand by and take
 * over when the checkpoints stop moving.
 */
export function runProjections(options: RunProjectionsOptions): RunningProjections {
  const { log, store, projections, signal, logger } = options
  const { batchSize: size = BATCH_SIZE, takeOverMs = TAKE_OVER_MS, keepOldMs = OLD_GENERATION_KEPT_MS } = options
  const { batchSize: buildSize = BUILD_SIZE } = options
  checkDefinitions(projections, options.closing)

  let isStandby = false
  let main: Pack = packOf([])
  /** The projections that are behind the main pack, each in a pack of its own. */
  let beside: readonly Pack[] = []
  /** The error of each frozen projection, by name. */
  const frozen = new Map<string, string>()
  /** The end of the log when the projections were opened. */
  let target: bigint | null = null
  /** The number of failures of the main pack since it last moved, apart from outages. */
  let faults = 0
  const mover = packMover(options)
  /**
   * Lets one piece of work with the main pack run at a time: moving it, adding a pack to it, or comparing it with the
   * store.
   */
  const oneAtATime = pLimit(1)
  const pause = (ms: number, until: AbortSignal = signal) => sleep(ms, undefined, { signal: until }).catch(() => {})

  const loadModels = async () => (await store.checkpoints()).filter(({ generation }) => generation > 0)
  const ours = () => [main, ...beside].flatMap(({ runners }) => Array.from(runners.values(), (one) => one.checkpoint))

  /**
   * Makes the changes that `decideOpening` demands, and opens all projections. Throws OpeningRefused, and any error of
   * the stores.
   */
  const open = async (): Promise<void> => {
    const [head, identity] = [await log.head(), await log.identity()]
    const byName = new Map(projections.map((one) => [one.name, one]))
    let all: readonly Checkpoint[]
    for (;;) {
      all = await loadModels()
      const [setBack, stored] = [await setBackOf(all, log), await store.stored()]
      const steps = decideOpening(all, projections, { log: identity, setBack, stored, starting: target === null })
      if (steps.length === 0) break
      // If another process has changed the checkpoint first, `put` returns false, and the loop decides again.
      for (const { before, after } of steps) {
        const projection = after && byName.get(after.name)
        if (projection) await makeTables(store, projection, after.generation)
        if (!(await store.put(before, after))) break
      }
    }
    const runners: Runner[] = []
    for (const checkpoint of all) {
      const projection = byName.get(checkpoint.name)
      if (projection) runners.push(await openRunner(store, projection, checkpoint))
    }
    const furthest = all.reduce((most, { live, position }) => (live && position > most ? position : most), 0n)
    const isFirst = ({ live, position }: Checkpoint) => live && position === furthest
    main = packOf(runners.filter(({ checkpoint }) => isFirst(checkpoint)))
    const others = runners.filter(({ checkpoint }) => !isFirst(checkpoint))
    beside = others
      .toSorted((a, b) => Number(b.checkpoint.live) - Number(a.checkpoint.live))
      .map((one) => packOf([one]))
    target ??= head
    // After a refusal, the operator may have rebuilt the read models from the first event, so the target is set again.
    if (loop.refused !== null) {
      target = head
      // The log may have lost the events that closed accounts.
      mover.forgetClosed()
    }
    loop.refused = null
    loop.lastError = null
  }

  const freeze = (name: string, error: unknown): void => {
    const why = describeError(error)
    if (frozen.get(name) !== why)
      logger.error({ projection: name, err: error }, `${name} cannot go on with the others: ${why}`)
    frozen.set(name, why)
  }

  /** Lets each projection take the batch alone. A projection that fails stays at its checkpoint. */
  const takeAlone = async (batch: Batch, failure: unknown): Promise<false> => {
    const runners = [...main.runners.values()]
    const behind = new Map<string, unknown>()
    for (const runner of runners) {
      const alone = packOf([runner])
      try {
        await mover.take(alone, batch)
        main.place = alone.place
      } catch (error) {
        if (signal.aborted || error instanceof StoreUnavailable) throw error
        behind.set(runner.projection.name, error)
      }
    }
    if (behind.size === runners.length) throw failure
    for (const [name, error] of behind) freeze(name, error)
    faults = 0
    return false
  }

  /** Moves the main pack through the batch. Returns false if the projections must be opened again. */
  const take = async (batch: Batch): Promise<boolean> => {
    try {
      const isTaken = await mover.take(main, batch)
      faults = 0
      loop.succeeded()
      return isTaken
    } catch (error) {
      if (signal.aborted || error instanceof StoreUnavailable) throw error
      if (++faults < TRIES) throw error
      return takeAlone(batch, error)
    }
  }

  /**
   * Moves the main pack through the log. Ends when the projections must be opened again: another process has moved or
   * replaced the checkpoints, or a projection has failed and stays behind the others. Ends also when `until` aborts.
   */
  const follow = async (until: AbortSignal): Promise<void> => {
    const { position: after, last: known } = main.place
    const batches = log.batches({ after, known, live: true, size, alsoUnreadable: true, signal: until })
    for await (const batch of batches) if (!(await oneAtATime(() => take(batch))) || until.aborted) return
  }

  /**
   * Ends when the projections must be opened again: a rebuild was requested, another process moved or replaced
   * checkpoints, the store lost recent commits in a crash, or the log was set back.
   */
  const watch = async (until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      await pause(LOOK_MS, until)
      const same = await oneAtATime(async () => {
        const stored = await loadModels()
        if ((await setBackOf(ours(), log)).size > 0) return false
        const isMain = ({ name, generation }: Checkpoint) =>
          main.runners.get(name)?.checkpoint.generation === generation
        const inMain = stored.filter(isMain)
        return inMain.every(({ position }) => position === main.place.position) && keysOf(stored) === keysOf(ours())
      }).catch(() => true)
      if (!same) return
    }
  }

  /**
   * Brings a pack up to the main pack's position, never further. Returns false if another process has moved the pack's
   * checkpoint, or `until` has aborted.
   */
  const catchUp = async (pack: Pack, until: AbortSignal): Promise<boolean> => {
    const goal = main.place.position
    const { position: after, last: known } = pack.place
    if (after >= goal) return true
    const stretch = { after, known, live: false, until: goal, size: buildSize, alsoUnreadable: true, signal: until }
    for await (const batch of log.batches(stretch)) if (!(await mover.take(pack, batch))) return false
    return !until.aborted && mover.take(pack, { events: [], position: goal })
  }

  /** Opens a pack again at its stored checkpoint. Returns false if the store does not have the checkpoint any more. */
  const reopen = async (pack: Pack): Promise<boolean> => {
    for (const { projection, checkpoint } of pack.runners.values()) {
      const stored = (await loadModels()).find((one) => keyOf(one) === keyOf(checkpoint))
      if (stored === undefined) return false
      Object.assign(pack, packOf([await openRunner(store, projection, stored)]))
    }
    return true
  }

  /** Lets a pack catch up and join the main pack, unless another process moves or removes its checkpoint. */
  const goBeside = async (pack: Pack, until: AbortSignal): Promise<void> => {
    const name = [...pack.runners.keys()].join()
    let lastWarning: string | null = null
    for (let failed = 0; !until.aborted; ) {
      try {
        if (failed > 0 && !(await reopen(pack))) return
        for (let began = -NEAR_MS; performance.now() - began > NEAR_MS; ) {
          began = performance.now()
          if (!(await catchUp(pack, until))) return until.aborted ? undefined : await pause(takeOverMs, until)
        }
        const joins = await oneAtATime(async () => {
          const joined = (await catchUp(pack, until)) && (await mover.join(main, pack))
          if (joined) beside = beside.filter((one) => one !== pack)
          return joined
        })
        if (!joins) return until.aborted ? undefined : await pause(takeOverMs, until)
        frozen.delete(name)
        logger.info({ projection: name, ...main.runners.get(name)?.checkpoint }, `${name} has joined the others`)
        return
      } catch (error) {
        if (until.aborted) return
        const why = describeError(error)
        const isRead = pack.runners.get(name)?.checkpoint.live === true
        if (isRead && !(error instanceof StoreUnavailable)) freeze(name, error)
        else if (why !== lastWarning)
          logger.warn({ projection: name, err: error }, `${name} cannot catch up with the others: ${why}`)
        lastWarning = why
        await pause(retryMs(failed++), until)
      }
    }
  }

  /** Stored generations without a checkpoint, each in the form `MODEL GENERATION`. */
  const unused = async (): Promise<string[]> => {
    const models = await loadModels()
    const used = models.flatMap((one) => [keyOf(one), keyOf({ ...one, name: parkedModel(one.name).name })])
    const stored = (await store.stored()).map(({ model: name, generation }) => keyOf({ name, generation }))
    return stored.filter((one) => !used.includes(one))
  }
  /** Drops replaced generations after `keepOldMs`, when no reader uses them any more. */
  const dropOld = async (): Promise<void> => {
    try {
      for (let old = await unused(); old.length > 0; old = await unused()) {
        await pause(keepOldMs)
        if (signal.aborted) return
        for (const one of (await unused()).filter((name) => old.includes(name))) {
          const [model = '', generation] = one.split(' ')
          await store.drop(model, Number(generation))
          logger.info({ model, generation }, `Generation ${generation} of ${model} is dropped: it was replaced`)
        }
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, `Old read models are dropped later: ${describeError(error)}`)
    } finally {
      dropping = null
    }
  }
  let dropping: Promise<void> | null = null

  /** Whether the last run ended without an error, because the projections had to be opened again. */
  let wasLost = false
  /** Runs the projections until they must be opened again (see `follow` and `watch`). */
  const runOnce = async (): Promise<void> => {
    const [before, at] = [keysOf(ours()), main.place.position]
    await open()
    loop.opened.resolve()
    if (wasLost && before === keysOf(ours()) && at < main.place.position) {
      // Another process has moved the checkpoints forward. So this process stands by for `takeOverMs`.
      isStandby = true
      await pause(takeOverMs)
      await open()
    }
    isStandby = wasLost = false
    dropping ??= dropOld()
    const term = new AbortController()
    const until = AbortSignal.any([signal, term.signal])
    const all = [follow(until), watch(until), ...beside.map((pack) => goBeside(pack, until))]
    try {
      await Promise.race(all)
      wasLost = true
    } finally {
      term.abort()
      await Promise.allSettled(all)
    }
  }

  const { loop, done } = projectionLoop(options, runOnce)

  const stateOf = (name: string, live: Checkpoint | undefined): ProjectionState => {
    if (signal.aborted) return 'stopped'
    if (loop.refused !== null) return 'refused'
    if (target === null) return 'opening'
    if (isStandby) return 'standby'
    if (live === undefined) return 'building'
    if (frozen.has(name)) return 'frozen'
    return live.position >= target ? 'live' : 'catching up'
  }

  return {
    opened: loop.opened.promise,
    done: done.then(async () => void (await dropping)),
    refusal: () => loop.refused,
    async status() {
      const head = await log.head().catch(() => null)
      const all = isStandby ? await loadModels().catch(ours) : ours()
      const runnerOf = (name: string) => [main, ...beside].flatMap(({ runners }) => runners.get(name) ?? [])[0]
      return statusOf(
        projections.map(({ name }) => name),
        all,
        head,
        {
          stateOf,
          // A projection may have two runners: one for the generation that readers see, one for the generation that is
          // being built. The first one in this order counts: the main pack, then live generations, then those that are
          // being built.
          parked: (name) => runnerOf(name)?.parkedFrom.size ?? 0,
          lastError: (name) => frozen.get(name) ?? loop.lastError,
        },
      )
    },
  }
}

const keyOf = ({ name, generation }: Pick<Checkpoint, 'name' | 'generation'>): string => `${name} ${generation}`

/** A text that changes when a generation is added, removed, or becomes live. */
const keysOf = (checkpoints: readonly Checkpoint[]): string =>
  checkpoints
    .map((one) => `${keyOf(one)} ${one.live}`)
    .sort()
    .join()

function checkDefinitions(projections: readonly AnyProjection[], closing: string): void {
  const names = projections.map(({ name }) => name)
  for (const name of names) checkName(parkedModel(name).name)
  if (new Set(names).size < names.length) throw new TypeError('Two projections have the same name')
  const late = projections.find(({ handles, outlivesPeople }) => handles.includes(closing) && !outlivesPeople)
  if (late) throw new TypeError(`${late.name} handles ${closing}: with it, a person's documents are removed from all`)
}
