import { setTimeout as sleep } from 'node:timers/promises'
import { anotherLog, checkNotSetBack, setBackOf } from './opening.ts'
import { describeError, parkedStreams } from './parked-streams.ts'
import { type ProjectionState, type RunningProjections, statusOf } from './projection-status.ts'
import { type Checkpoint, LogSetBack, OpeningRefused, whatIsRead } from './read-model-store.ts'
import type { RunProjectionsOptions } from './run-projections.ts'

/** How often the process looks where the read models are, in milliseconds: so soon it notices that the log was set back. */
const LOOK_MS = 2_000

/**
 * Where the projections stand that another process runs on this store, until the signal aborts. It writes nothing. `opened` waits until
 * there are read models: on a new installation until a projector has begun. The state of each is 'standby' for as long as
 * they can be read, and 'frozen' where it stays behind the others. Without `projections`: of those that are here, or are being built.
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
  /** Those that stood behind the others at two looks, at the same place. */
  let frozen: ReadonlySet<string> = new Set()
  let refused: OpeningRefused | null = null
  let lastError: string | null = null
  const opened = Promise.withResolvers<void>()
  opened.promise.catch(() => undefined)

  const frozenSince = (before: readonly Checkpoint[], now: readonly Checkpoint[]): ReadonlySet<string> => {
    const [old, read] = [whatIsRead(before), [...whatIsRead(now).values()]]
    const furthest = [...old.values()].reduce((most, { position }) => (position > most ? position : most), 0n)
    const stays = ({ name, position }: Checkpoint) => position < furthest && old.get(name)?.position === position
    return new Set(read.filter(stays).map(({ name }) => name))
  }

  /** Throws OpeningRefused where what was read is not of this log, and whatever the stores throw. */
  const look = async (): Promise<void> => {
    const identity = await log.identity()
    const before = all
    all = (await store.checkpoints()).filter(({ generation }) => generation > 0)
    const read = [...whatIsRead(all).values()]
    if (read.length === 0) return
    const other = read.find((one) => one.log !== identity && one.position > 0n)
    if (other) throw anotherLog(other.log, identity)
    checkNotSetBack(read, await setBackOf(read, log))
    frozen = frozenSince(before, all)
    refused = null
    lastError = null
    opened.resolve()
  }

  const refuse = (error: OpeningRefused): void => {
    if (error.message !== refused?.message) logger.error({ err: error }, error.message)
    refused = error
    lastError = error.message
    if (error instanceof LogSetBack) opened.resolve()
    else opened.reject(error)
  }

  const run = async (): Promise<void> => {
    let saidThatItWaits = false
    while (!signal.aborted) {
      try {
        await look()
        if (all.length === 0 && !saidThatItWaits)
          logger.warn({}, 'There are no read models yet: this process waits for a projector')
        saidThatItWaits ||= all.length === 0
      } catch (error) {
        if (signal.aborted) break
        const text = describeError(error)
        if (error instanceof OpeningRefused) refuse(error)
        // An outage is said once, not at each attempt.
        else if (text !== lastError) logger.warn({ err: error }, `Where the read models are is not known: ${text}`)
        lastError = text
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
    opened.resolve()
  }

  const stateOf = (name: string, live: Checkpoint | undefined): ProjectionState => {
    if (signal.aborted) return 'stopped'
    if (refused !== null) return 'refused'
    if (all.length === 0) return 'opening'
    if (live === undefined) return 'building'
    return frozen.has(name) ? 'frozen' : 'standby'
  }

  return {
    opened: opened.promise,
    done: run(),
    refusal: () => refused,
    async status() {
      const [head, parked] = await Promise.all([
        log.head().catch(() => null),
        parkedStreams(store, whatIsRead(all).values()).catch(() => []),
      ])
      const here = new Set(all.map(({ name }) => name))
      const names = projections.length > 0 ? projections.map(({ name }) => name) : [...here].sort()
      return statusOf(names, all, head, {
        stateOf,
        parked: (name) => parked.filter(({ projection }) => projection === name).length,
        lastError: () => lastError,
      })
    },
  }
}
