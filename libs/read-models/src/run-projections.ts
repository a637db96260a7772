import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createClosedPeople } from './closed-people.ts'
import { checkName } from './document-rules.ts'
import { OLD_GENERATION_KEPT_MS } from './generations.ts'
import { type GroupRunner, makeTables, openGroup, type RunnerContext, type Taken } from './group-runner.ts'
import { decideOpening, setBackGroups } from './opening.ts'
import { describeError, parkedModel } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import type { Phase, ProjectionState, ProjectionStatus, RunningProjections } from './projection-status.ts'
import { besideName, type Group, LIVE, LogSetBack, OpeningRefused } from './read-model-store.ts'

/** Events asked of the log at once, and committed together when there are as many. */
const BATCH_SIZE = 1_000
/**
 * The same for what is built beside. There no reader waits for one commit. A document that changes often is written
 * less often.
 */
const BUILD_SIZE = 4_000
/** A runner that lost against another one leaves it alone until the checkpoint has not moved for so long. */
const TAKE_OVER_MS = 3_000
/** How often the projector looks whether a rebuild was asked for, or another process changed the groups. */
const LOOK_MS = 2_000
const RETRY_MS = 500
/** A generation that is built joins when what came meanwhile takes no longer than this, for the others wait for it. */
const NEAR_MS = 100

export type RunProjectionsOptions = RunnerContext & {
  /** Each with a name of its own. */
  readonly projections: readonly AnyProjection[]
  /** Most events that are committed together; default 1,000, and 4,000 in a read model that is built beside. */
  readonly batchSize?: number
  readonly takeOverMs?: number
  /** How long a generation that was replaced is kept for readers that have not heard of it; default a minute. */
  readonly keepOldMs?: number
}

/**
 * Keeps the projections' documents up to date with the log until the signal aborts. Outages are waited out. An event
 * that cannot be applied parks its stream. Neither stops anything else. Any number of processes may run the same
 * projections on one store: the checkpoint's compare-and-set lets one of them win each commit. A loser stands by while
 * the checkpoint moves, and takes over when it stops.
 */
export function runProjections(options: RunProjectionsOptions): RunningProjections {
  const { log, store, projections, signal, logger } = options
  const { batchSize: size = BATCH_SIZE, takeOverMs = TAKE_OVER_MS, keepOldMs = OLD_GENERATION_KEPT_MS } = options
  const { batchSize: buildSize = BUILD_SIZE } = options
  checkDefinitions(projections, options.closing)

  let phase: Phase = 'opening'
  let live: GroupRunner | null = null
  /** What goes on beside the live group, by the read model's name. */
  const beside = new Map<string, GroupRunner>()
  /** Last position of the log when the projections were first opened. */
  let target: bigint | null = null
  let lastError: string | null = null
  let refused: OpeningRefused | null = null
  let said: string | null = null
  const opened = Promise.withResolvers<void>()
  // A caller that does not wait for `opened` hears of a refusal by the log and by status.
  opened.promise.catch(() => {})
  const closedPeople = createClosedPeople()
  const context = { ...options, closedPeople }
  /** The live group moves, takes another in, or is looked at: one at a time. */
  const turn = pLimit(1)
  const pause = (ms: number, until: AbortSignal = signal) => sleep(ms, undefined, { signal: until }).catch(() => {})

  /** Puts the groups in order, and opens them. Throws OpeningRefused, and whatever the stores throw. */
  const open = async (): Promise<GroupRunner> => {
    const [head, identity] = [await log.head(), await log.identity()]
    let groups: readonly Group[]
    for (;;) {
      groups = await store.groups()
      const setBack = await setBackGroups(withMembersIn(groups), log)
      const steps = decideOpening(groups, projections, { log: identity, setBack, starting: target === null })
      if (steps.length === 0) break
      // One that is lost to another process is decided again, like all that follow.
      for (const { before, after } of steps) {
        await makeTables(store, after, projections)
        if (!(await store.write(before, after))) break
      }
    }
    const find = (wanted: string) => withMembersIn(groups).find(({ name }) => name === wanted)
    const stored = find(LIVE)
    if (stored === undefined) throw new Error('There is no live group although it was just there')
    const runner = await openGroup(stored, projections, context)
    beside.clear()
    for (const projection of projections) {
      const group = find(besideName(projection.name))
      if (group) beside.set(projection.name, await openGroup(group, [projection], context))
    }
    live = runner
    target ??= head
    // What another process has done anew may begin before where it was.
    if (refused !== null) target = head
    refused = null
    lastError = null
    return runner
  }

  /** Follows the log; ends when another process has moved or changed the group. */
  const follow = async (runner: GroupRunner, until: AbortSignal): Promise<void> => {
    const { position: after, last: known } = runner.group
    const batches = log.batches({ after, known, live: true, size, alsoUnreadable: true, signal: until })
    for await (const batch of batches) {
      if ((await turn(() => runner.take(batch))) === 'lost' || until.aborted) return
      said = null
    }
  }

  /**
   * Ends when a rebuild was asked for, another process has changed the groups, the store went back behind a crash, or
   * the log was set back.
   */
  const watch = async (runner: GroupRunner, until: AbortSignal): Promise<void> => {
    const key = ({ name, revision }: Group) => `${name} ${revision}`
    while (!until.aborted) {
      await pause(LOOK_MS, until)
      const same = await turn(async () => {
        const stored = withMembersIn(await store.groups())
        const groups = [runner, ...beside.values()].map(({ group }) => group)
        if ((await setBackGroups(groups, log)).size > 0) return false
        const ours = groups.map(key)
        const live = stored.find(({ name }) => name === LIVE)
        return live?.position === runner.group.position && ours.toSorted().join() === stored.map(key).toSorted().join()
      }).catch(() => true)
      if (!same) return
    }
  }

  /** Brings what is beside up to the live group's position, never past it. */
  const catchUp = async (runner: GroupRunner, goal: bigint, until: AbortSignal): Promise<Taken> => {
    const { position: after, last: known } = runner.group
    if (after >= goal) return 'done'
    const stretch = { after, known, live: false, until: goal, size: buildSize, alsoUnreadable: true, signal: until }
    for await (const batch of log.batches(stretch)) if ((await runner.take(batch)) === 'lost') return 'lost'
    return until.aborted ? 'done' : runner.take({ events: [], position: goal })
  }

  /** Ends when it is in the live group, or another process has it. */
  const goBeside = async (name: string, runner: GroupRunner, main: GroupRunner, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      try {
        const began = performance.now()
        let taken = await catchUp(runner, main.group.position, until)
        if (taken === 'done' && performance.now() - began > NEAR_MS) continue
        if (taken === 'done')
          taken = await turn(async () => {
            const near = await catchUp(runner, main.group.position, until)
            return near === 'lost' || until.aborted ? near : main.takeIn(runner)
          })
        if (taken === 'lost') await pause(takeOverMs, until)
        else if (!until.aborted)
          logger.info({ projection: name, ...main.group.members[name] }, `${name} has joined the others`)
        return
      } catch (error) {
        if (until.aborted) return
        const why = describeError(error)
        logger.warn({ projection: name, err: error }, `${name} cannot catch up with the others: ${why}`)
        await pause(RETRY_MS, until)
      }
    }
  }

  /** `MODEL GENERATION` of what takes up room though no group has it. */
  const unused = async (): Promise<string[]> => {
    const members = (await store.groups()).flatMap((group) => Object.entries(group.members))
    const used = members.flatMap(([name, { generation }]) =>
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

  /** Runs the groups until another process changes something in them. */
  const runOnce = async (): Promise<void> => {
    const before = live?.group
    let runner = await open()
    opened.resolve()
    if (before?.revision === runner.group.revision && before.position < runner.group.position) {
      // Another process was quicker: it is left alone for a while.
      phase = 'standby'
      await pause(takeOverMs)
      runner = await open()
    }
    phase = 'running'
    dropping ??= dropOld()
    const term = new AbortController()
    const until = AbortSignal.any([signal, term.signal])
    const all = [
      follow(runner, until),
      watch(runner, until),
      ...Array.from(beside, ([name, other]) => goBeside(name, other, runner, until)),
    ]
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
            // The closings may not be in the log any more.
            closedPeople.clear()
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

  const stateOf = (name: string): ProjectionState => {
    if (phase !== 'running') return phase
    if (live === null || target === null) return 'opening'
    const member = live.group.members[name]
    if (member === undefined) return 'building'
    if (member.frozen) return 'frozen'
    return live.group.position >= target ? 'live' : 'catching up'
  }

  return {
    opened: opened.promise,
    done,
    refusal: () => refused,
    async status() {
      const head = await log.head().catch(() => null)
      const inStore = phase === 'standby' ? await store.position().catch(() => 0n) : 0n
      return projections.map(({ name }): ProjectionStatus => {
        const state = stateOf(name)
        const other = beside.get(name)
        const runner = state === 'building' ? other : live
        const position = state === 'standby' ? inStore : (runner?.group.position ?? 0n)
        return {
          projection: name,
          state,
          generation: live?.group.members[name]?.generation ?? 0,
          position,
          lag: head === null ? null : head > position ? head - position : 0n,
          rebuilding: state !== 'building' && other ? other.group.position : null,
          parked: runner?.runners.get(name)?.parkedFrom.size ?? 0,
          lastError: lastError ?? runner?.lastError ?? other?.lastError ?? null,
        }
      })
    },
  }
}

/** Those that move: not the checkpoints of reactions, nor what is only remembered of a group. */
const withMembersIn = (groups: readonly Group[]) => groups.filter(({ members }) => Object.keys(members).length > 0)

function checkDefinitions(projections: readonly AnyProjection[], closing: string): void {
  const names = projections.map(({ name }) => name)
  for (const name of names) checkName(parkedModel(name).name)
  if (new Set(names).size < names.length) throw new TypeError('Two projections have the same name')
  const late = projections.find(({ handles, outlivesPeople }) => handles.includes(closing) && !outlivesPeople)
  if (late) throw new TypeError(`${late.name} handles ${closing}: with it, a person's documents are removed from all`)
}
