import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { checkName } from './document-rules.ts'
import { OLD_GENERATION_KEPT_MS } from './generations.ts'
import { decideOpening, setBackOf } from './opening.ts'
import { makeTables, openRunner, type Pack, packMover, packOf, type RunnerContext, type Taken } from './pack.ts'
import { describeError, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { type Phase, type ProjectionState, type RunningProjections, statusOf } from './projection-status.ts'
import { type Checkpoint, LogSetBack, OpeningRefused, whatIsRead } from './read-model-store.ts'

/** Events asked of the log at once, and committed together when there are as many. */
const BATCH_SIZE = 1_000
/**
 * The same for what is behind. There no reader waits for one commit. A document that changes often is
 * written less often.
 */
const BUILD_SIZE = 4_000
/** A runner that lost against another one leaves it alone until the checkpoints have not moved for so long. */
const TAKE_OVER_MS = 3_000
/** How often the projector looks whether a rebuild was asked for, or another process changed the checkpoints. */
const LOOK_MS = 2_000
const RETRY_MS = 500
/** What is behind joins when what came meanwhile takes no longer than this, for the others wait for it. */
const NEAR_MS = 100

export type RunProjectionsOptions = RunnerContext & {
  /** Each with a name of its own. */
  readonly projections: readonly AnyProjection[]
  /** Most events that are committed together; default 1,000, and 4,000 for what is behind. */
  readonly batchSize?: number
  readonly takeOverMs?: number
  /** How long a generation that was replaced is kept for readers that have not heard of it; default a minute. */
  readonly keepOldMs?: number
}

/**
 * Keeps the projections' documents up to date with the log until the signal aborts. Each has a checkpoint of its own. Those
 * that stand where the furthest is go on together. Each other one (behind, or being built) goes on beside them until it has
 * caught up, and joins. Outages are waited out. An event that cannot be applied parks its stream. Any number of processes
 * may run the same projections on one store: the checkpoints' compare-and-set lets one of them win each commit. A loser
 * stands by while they move, and takes over when they stop.
 */
export function runProjections(options: RunProjectionsOptions): RunningProjections {
  const { log, store, projections, signal, logger } = options
  const { batchSize: size = BATCH_SIZE, takeOverMs = TAKE_OVER_MS, keepOldMs = OLD_GENERATION_KEPT_MS } = options
  const { batchSize: buildSize = BUILD_SIZE } = options
  checkDefinitions(projections, options.closing)

  let phase: Phase = 'opening'
  let main: Pack = packOf([])
  /** What goes on beside the main pack, one in each. */
  let beside: readonly Pack[] = []
  /** Why a projection that is read could not go on, by its name. */
  const frozen = new Map<string, string>()
  /** Last position of the log when the projections were first opened. */
  let target: bigint | null = null
  let lastError: string | null = null
  let refused: OpeningRefused | null = null
  let said: string | null = null
  const opened = Promise.withResolvers<void>()
  // A caller that does not wait for `opened` hears of a refusal by the log and by status.
  opened.promise.catch(() => {})
  const mover = packMover(options, (name, why) => frozen.set(name, why))
  /** The main pack moves, takes another in, or is looked at: one at a time. */
  const turn = pLimit(1)
  const pause = (ms: number, until: AbortSignal = signal) => sleep(ms, undefined, { signal: until }).catch(() => {})

  const loadModels = async () => (await store.checkpoints()).filter(({ generation }) => generation > 0)
  const ours = () => [main, ...beside].flatMap(({ runners }) => Array.from(runners.values(), (one) => one.checkpoint))

  /** Puts the checkpoints in order, and opens them. Throws OpeningRefused, and whatever the stores throw. */
  const open = async (): Promise<void> => {
    const [head, identity] = [await log.head(), await log.identity()]
    const byName = new Map(projections.map((one) => [one.name, one]))
    let all: readonly Checkpoint[]
    for (;;) {
      all = await loadModels()
      const [setBack, stored] = [await setBackOf(all, log), await store.stored()]
      const steps = decideOpening(all, projections, { log: identity, setBack, stored, starting: target === null })
      if (steps.length === 0) break
      // One that is lost to another process is decided again, like all that follow.
      for (const { before, after } of steps) {
        const projection = after && byName.get(after.name)
        if (projection) await makeTables(store, projection, after.generation)
        if (!(await store.put(before, after))) break
      }
    }
    const runners = await Promise.all(
      all.flatMap((checkpoint) => {
        const projection = byName.get(checkpoint.name)
        return projection ? [openRunner(store, projection, checkpoint)] : []
      }),
    )
    const furthest = all.reduce((most, { live, position }) => (live && position > most ? position : most), 0n)
    const isFirst = ({ live, position }: Checkpoint) => live && position === furthest
    main = packOf(runners.filter(({ checkpoint }) => isFirst(checkpoint)))
    beside = runners.filter(({ checkpoint }) => !isFirst(checkpoint)).map((one) => packOf([one]))
    target ??= head
    // What another process has done anew may begin before where it was.
    if (refused !== null) target = head
    refused = null
    lastError = null
  }

  /** Follows the log; ends when another process has moved or replaced the checkpoints. */
  const follow = async (pack: Pack, until: AbortSignal): Promise<void> => {
    const { position: after, last: known } = pack.place
    const batches = log.batches({ after, known, live: true, size, alsoUnreadable: true, signal: until })
    for await (const batch of batches) {
      if ((await turn(() => mover.take(pack, batch))) === 'lost' || until.aborted) return
      said = null
    }
  }

  /**
   * Ends when a rebuild was asked for, another process has replaced checkpoints, the store went back behind a crash, or
   * the log was set back.
   */
  const watch = async (pack: Pack, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      await pause(LOOK_MS, until)
      const same = await turn(async () => {
        const stored = await loadModels()
        if ((await setBackOf(ours(), log)).size > 0) return false
        const isMain = ({ name, generation }: Checkpoint) =>
          pack.runners.get(name)?.checkpoint.generation === generation
        const inMain = stored.filter(isMain)
        return inMain.every(({ position }) => position === pack.place.position) && keysOf(stored) === keysOf(ours())
      }).catch(() => true)
      if (!same) return
    }
  }

  /** Brings what is beside up to the main pack's position, never past it. */
  const catchUp = async (pack: Pack, goal: bigint, until: AbortSignal): Promise<Taken> => {
    const { position: after, last: known } = pack.place
    if (after >= goal) return 'done'
    const stretch = { after, known, live: false, until: goal, size: buildSize, alsoUnreadable: true, signal: until }
    for await (const batch of log.batches(stretch)) if ((await mover.take(pack, batch)) === 'lost') return 'lost'
    return until.aborted ? 'done' : mover.take(pack, { events: [], position: goal })
  }

  /** Ends when it is in the main pack, or another process has it. */
  const goBeside = async (pack: Pack, until: AbortSignal): Promise<void> => {
    const name = [...pack.runners.keys()].join()
    let before: string | null = null
    while (!until.aborted) {
      try {
        const began = performance.now()
        let taken = await catchUp(pack, main.place.position, until)
        if (taken === 'done' && performance.now() - began > NEAR_MS) continue
        if (taken === 'done')
          taken = await turn(async () => {
            const near = await catchUp(pack, main.place.position, until)
            return near === 'lost' || until.aborted ? near : mover.join(main, pack)
          })
        if (taken === 'lost') return await pause(takeOverMs, until)
        if (until.aborted) return
        beside = beside.filter((one) => one !== pack)
        frozen.delete(name)
        logger.info({ projection: name, ...main.runners.get(name)?.checkpoint }, `${name} has joined the others`)
        return
      } catch (error) {
        if (until.aborted) return
        const why = describeError(error)
        if (why !== before)
          logger.warn({ projection: name, err: error }, `${name} cannot catch up with the others: ${why}`)
        before = why
        for (const { checkpoint } of pack.runners.values()) if (checkpoint.live) frozen.set(name, why)
        await pause(RETRY_MS, until)
      }
    }
  }

  /** `MODEL GENERATION` of what takes up room though it has no checkpoint. */
  const unused = async (): Promise<string[]> => {
    const used = (await loadModels()).flatMap(({ name, generation }) =>
      [name, parkedModel(name).name].map((model) => `${model} ${generation}`),
    )
    const stored = (await store.stored()).map(({ model, generation }) => `${model} ${generation}`)
    return stored.filter((one) => !used.includes(one))
  }
  /** Drops what was replaced, when no reader uses it any more. */
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

  /** Runs them until another process changes something in their checkpoints. */
  const runOnce = async (): Promise<void> => {
    const [before, at] = [keysOf(ours()), main.place.position]
    await open()
    opened.resolve()
    if (phase !== 'opening' && before === keysOf(ours()) && at < main.place.position) {
      // Another process was quicker: it is left alone for a while.
      phase = 'standby'
      await pause(takeOverMs)
      await open()
    }
    phase = 'running'
    dropping ??= dropOld()
    const term = new AbortController()
    const until = AbortSignal.any([signal, term.signal])
    const all = [follow(main, until), watch(main, until), ...beside.map((pack) => goBeside(pack, until))]
    try {
      await Promise.race(all)
    } finally {
      term.abort()
      await Promise.allSettled(all)
    }
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await runOnce()
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof OpeningRefused) {
          if (error.message !== lastError) logger.error({ err: error }, error.message)
          refused = error
          lastError = error.message
          phase = 'refused'
          if (error instanceof LogSetBack) {
            mover.forgetClosed()
            opened.resolve()
            await pause(LOOK_MS)
            continue
          }
          opened.reject(error)
          return
        }
        const text = describeError(error)
        // An outage is said once, not at each attempt.
        if (text !== said) logger.warn({ err: error }, `The projections wait and try again: ${text}`)
        said = lastError = text
        await pause(RETRY_MS)
      }
    }
    phase = 'stopped'
    opened.resolve()
  }
  const done = run().then(async () => void (await dropping))

  const stateOf = (name: string, live: Checkpoint | undefined): ProjectionState => {
    if (phase !== 'running') return phase
    if (target === null) return 'opening'
    if (live === undefined) return 'building'
    if (frozen.has(name)) return 'frozen'
    return live.position >= target ? 'live' : 'catching up'
  }

  return {
    opened: opened.promise,
    done,
    refusal: () => refused,
    async status() {
      const head = await log.head().catch(() => null)
      const all = phase === 'standby' ? await loadModels().catch(ours) : ours()
      const read = whatIsRead(all)
      const packFor = (name: string): Pack | undefined =>
        [main, ...beside].find(({ runners }) => runners.get(name)?.checkpoint.generation === read.get(name)?.generation)
      const ofAny = (name: string) => [main, ...beside].filter(({ runners }) => runners.has(name))
      return statusOf(
        projections.map(({ name }) => name),
        all,
        head,
        {
          stateOf,
          parked: (name) => (packFor(name) ?? ofAny(name)[0])?.runners.get(name)?.parkedFrom.size ?? 0,
          lastError: (name) =>
            lastError ?? frozen.get(name) ?? ofAny(name).find((one) => one.lastError !== null)?.lastError ?? null,
        },
      )
    },
  }
}

/** Which generations there are, and which of them are read. */
const keysOf = (checkpoints: readonly Checkpoint[]): string =>
  checkpoints
    .map(({ name, generation, live }) => `${name} ${generation} ${live}`)
    .sort()
    .join()

function checkDefinitions(projections: readonly AnyProjection[], closing: string): void {
  const names = projections.map(({ name }) => name)
  for (const name of names) checkName(parkedModel(name).name)
  if (new Set(names).size < names.length) throw new TypeError('Two projections have the same name')
  const late = projections.find(({ handles, outlivesPeople }) => handles.includes(closing) && !outlivesPeople)
  if (late) throw new TypeError(`${late.name} handles ${closing}: with it, a person's documents are removed from all`)
}
