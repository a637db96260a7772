import { setTimeout as sleep } from 'node:timers/promises'
import { anotherLog, checkNotSetBack, setBackGroups } from './opening.ts'
import { describeError, parkedStreams } from './parked-streams.ts'
import type { ProjectionState, ProjectionStatus, RunningProjections } from './projection-status.ts'
import { besideName, type Group, LIVE, LogSetBack, OpeningRefused } from './read-model-store.ts'
import type { RunProjectionsOptions } from './run-projections.ts'

/** How often the process looks where the read models are, in milliseconds: so soon it notices that the log was set back. */
const LOOK_MS = 2_000

/**
 * Where the projections stand that another process runs on this store, until the signal aborts. It writes nothing. `opened` waits until
 * there are read models: on a new installation until a projector has begun. The state of each is 'standby' for as long as
 * they can be read. Without `projections`: of those that are here, or are being built.
 */
export function followProjections({
  log,
  store,
  projections = [],
  signal,
  logger,
}: Pick<RunProjectionsOptions, 'log' | 'store' | 'signal' | 'logger'> &
  Partial<Pick<RunProjectionsOptions, 'projections'>>): RunningProjections {
  let live: Group | null = null
  let groups: readonly Group[] = []
  let refused: OpeningRefused | null = null
  let lastError: string | null = null
  const opened = Promise.withResolvers<void>()
  opened.promise.catch(() => undefined)

  /** Throws OpeningRefused where what was read is not of this log, and whatever the stores throw. */
  const look = async (): Promise<void> => {
    const identity = await log.identity()
    groups = await store.groups()
    live = groups.find(({ name }) => name === LIVE) ?? null
    if (live === null) return
    if (live.log !== identity && live.position > 0n) throw anotherLog(live.log, identity)
    checkNotSetBack(LIVE, await setBackGroups([live], log))
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
        if (live === null && !saidThatItWaits)
          logger.warn({}, 'There are no read models yet: this process waits for a projector')
        saidThatItWaits ||= live === null
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

  const stateOf = (name: string): ProjectionState => {
    if (signal.aborted) return 'stopped'
    if (refused !== null) return 'refused'
    if (live === null) return 'opening'
    const member = live.members[name]
    if (member === undefined) return 'building'
    return member.frozen ? 'frozen' : 'standby'
  }

  return {
    opened: opened.promise,
    done: run(),
    refusal: () => refused,
    async status() {
      const [head, parked] = await Promise.all([
        log.head().catch(() => null),
        live === null ? [] : parkedStreams(store, live).catch(() => []),
      ])
      const here = groups.flatMap(({ members }) => Object.keys(members))
      const names = projections.length > 0 ? projections.map(({ name }) => name) : [...new Set(here)].sort()
      return names.map((name): ProjectionStatus => {
        const state = stateOf(name)
        const beside = groups.find((group) => group.name === besideName(name) && name in group.members)
        const position = (state === 'building' ? beside : live)?.position ?? 0n
        return {
          projection: name,
          state,
          generation: live?.members[name]?.generation ?? 0,
          position,
          lag: head === null ? null : head > position ? head - position : 0n,
          rebuilding: state === 'building' || beside === undefined ? null : beside.position,
          parked: parked.filter(({ projection }) => projection === name).length,
          lastError,
        }
      })
    },
  }
}
