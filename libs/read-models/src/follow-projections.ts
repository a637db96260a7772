import { setTimeout as sleep } from 'node:timers/promises'
import { anotherLog, checkNotSetBack, setBackOf } from './opening.ts'
import { parkedStreams } from './parked-streams.ts'
import { LOOK_MS, projectionLoop } from './projection-loop.ts'
import { type ProjectionState, type RunningProjections, statusOf } from './projection-status.ts'
import { type Checkpoint, whatIsRead } from './read-model-store.ts'
import type { RunProjectionsOptions } from './run-projections.ts'

/**
 * Watches projections that another process runs on this store, until the signal aborts. Writes nothing. `opened`
 * resolves once there are read models. A projection is 'standby' while it can be read, and 'frozen' if it stays behind
 * the others. Without `projections`, all read models in the store are watched.
 */
export function followProjections({
  log,
  store,
  projections = [],
  signal,
  logger,
}: Pick<RunProjectionsOptions, 'log' | 'store' | 'signal' | 'logger'> &
  Partial<Pick<RunProjectionsOptions, 'projections'>>): RunningProjections {
  let all: readonly Checkpoint[] = []
  /**
   * The projections that did not move between the last two calls of `look`, although others are at a greater position.
   */
  let frozen: ReadonlySet<string> = new Set()
  let saidThatItWaits = false

  const frozenSince = (before: readonly Checkpoint[], now: readonly Checkpoint[]): ReadonlySet<string> => {
    const [old, read] = [whatIsRead(before), [...whatIsRead(now).values()]]
    const furthest = [...old.values()].reduce((most, { position }) => (position > most ? position : most), 0n)
    const stays = ({ name, position }: Checkpoint) => position < furthest && old.get(name)?.position === position
    return new Set(read.filter(stays).map(({ name }) => name))
  }

  /**
   * Reads the checkpoints and waits until the next look. Throws OpeningRefused if the checkpoints belong to another log
   * or the log was set back, and any error of the stores.
   */
  const look = async (): Promise<void> => {
    const identity = await log.identity()
    const before = all
    all = (await store.checkpoints()).filter(({ generation }) => generation > 0)
    const read = [...whatIsRead(all).values()]
    const other = read.find((one) => one.log !== identity && one.position > 0n)
    if (other) throw anotherLog(other.log, identity)
    checkNotSetBack(read, await setBackOf(read, log))
    frozen = frozenSince(before, all)
    loop.succeeded()
    if (read.length > 0) loop.opened.resolve()
    else if (!saidThatItWaits) logger.warn({}, 'There are no read models yet: this process waits for a projector')
    saidThatItWaits ||= read.length === 0
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  const { loop, done } = projectionLoop({ signal, logger }, look)

  const stateOf = (name: string, live: Checkpoint | undefined): ProjectionState => {
    if (signal.aborted) return 'stopped'
    if (loop.refused !== null) return 'refused'
    if (all.length === 0) return 'opening'
    if (live === undefined) return 'building'
    return frozen.has(name) ? 'frozen' : 'standby'
  }

  return {
    opened: loop.opened.promise,
    done,
    refusal: () => loop.refused,
    async status() {
      const [head, parked] = await Promise.all([
        log.head().catch(() => null),
        parkedStreams(store, whatIsRead(all).values()).catch(() => []),
      ])
      const stored = new Set(all.map(({ name }) => name))
      const names = projections.length > 0 ? projections.map(({ name }) => name) : [...stored].sort()
      return statusOf(names, all, head, {
        stateOf,
        parked: (name) => parked.filter(({ projection }) => projection === name).length,
        lastError: () => loop.lastError,
      })
    },
  }
}
