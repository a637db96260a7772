import { type Checkpoint, type OpeningRefused, whatIsRead } from './read-model-store.ts'

/**
 * The state of a projection in this process. opening: the projections are not opened yet. standby: another process runs
 * the projection. refused: the read models do not fit the log or this program (see `lastError`), until the operator has
 * corrected this. catching up: the projection has not reached the end that the log had at the opening. live: the
 * projection has reached that end. building: its first generation is being built, and cannot be read yet. frozen: the
 * projection does not go on with the others, and readers see its documents as they were before. stopped: the process
 * ends.
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
  /** The generation that readers see. 0: there is none yet. */
  readonly generation: number
  /** The position up to which the events are processed. */
  readonly position: bigint
  /**
   * The distance to the end of the log in positions: events on PostgreSQL, bytes on EventStoreDB. Null if the log
   * cannot be reached.
   */
  readonly lag: bigint | null
  /** The position of a new generation that is being built beside the one that readers see. Null if there is none. */
  readonly rebuilding: bigint | null
  readonly parked: number
  readonly lastError: string | null
}

export type RunningProjections = {
  /**
   * Resolves when the projections were opened, or the signal has aborted. Rejects with an OpeningRefused. If the log
   * was set back, it resolves nevertheless, because the operator can mend that while the program runs (see `refusal`).
   */
  readonly opened: Promise<void>
  /** Why the read models do not fit the log or this program. Null while they fit. */
  refusal(): OpeningRefused | null
  /** Resolves when the signal has aborted and all work has ended. Never rejects. */
  readonly done: Promise<void>
  status(): Promise<ProjectionStatus[]>
}

/** The status of each projection, from its checkpoints. */
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
