import { type Checkpoint, type OpeningRefused, whatIsRead } from './read-model-store.ts'

/**
 * 'standby': another process runs it. 'refused': it cannot run (see lastError); if the log was set back, it cannot until it is
 * rebuilt. 'catching up': it has not yet reached the position at which the log ended when the projections were opened. 'live': it
 * has reached that. 'building': its first generation is being built, so it cannot be read. 'frozen': it failed repeatedly, and its
 * documents are read as they were before the failure, until it can continue.
 */
export type ProjectionState =
  | 'opening'
  | 'standby'
  | 'refused'
  | 'stopped'
  | 'catching up'
  | 'live'
  | 'building'
  | 'frozen'

export type ProjectionStatus = {
  readonly projection: string
  readonly state: ProjectionState
  /** The generation that readers see; 0: there is none yet. */
  readonly generation: number
  /** The position of the last processed event. */
  readonly position: bigint
  /**
   * The distance to the end of the log in positions, which are events on one log and bytes on another; null if the log cannot be
   * reached.
   */
  readonly lag: bigint | null
  /** The position of a new generation that is being built; null if none is. */
  readonly rebuilding: bigint | null
  readonly parked: number
  readonly lastError: string | null
}

export type RunningProjections = {
  /**
   * Settles when the projections were opened or refused, or the signal aborted; rejects with the refusal. It resolves if the log
   * was set back, because an operator can mend that while the program runs (see `refusal`).
   */
  readonly opened: Promise<void>
  /** Why the read models are not valid any more; null while they are. */
  refusal(): OpeningRefused | null
  /** Resolves when the signal has aborted and all work has ended. Never rejects. */
  readonly done: Promise<void>
  status(): Promise<ProjectionStatus[]>
}

/** The status of each projection, by its checkpoints. `stateOf` is asked about readable ones. */
export const statusOf = (
  names: readonly string[],
  checkpoints: readonly Checkpoint[],
  head: bigint | null,
  said: {
    readonly stateOf: (name: string, live: Checkpoint | undefined) => ProjectionState
    readonly parked: (name: string) => number
    readonly lastError: (name: string) => string | null
  },
): ProjectionStatus[] => {
  const read = whatIsRead(checkpoints)
  return names.map((name) => {
    const live = read.get(name)
    const building = checkpoints.find((one) => one.name === name && !one.live)
    const position = (live ?? building)?.position ?? 0n
    return {
      projection: name,
      state: said.stateOf(name, live),
      generation: live?.generation ?? 0,
      position,
      lag: head === null ? null : head > position ? head - position : 0n,
      rebuilding: live && building ? building.position : null,
      parked: said.parked(name),
      lastError: said.lastError(name),
    }
  })
}
