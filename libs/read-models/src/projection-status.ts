import { type Checkpoint, type OpeningRefused, whatIsRead } from './read-model-store.ts'

/** 'standby': another process runs them. 'refused': they cannot run, see lastError; where the log was set back, until they are made anew. */
export type Phase = 'opening' | 'running' | 'standby' | 'refused' | 'stopped'
/**
 * 'catching up': what was in the log at the opening is not all there yet. 'live': it is. 'building': its first generation is
 * being built, there is nothing to read. 'frozen': it failed again and again; it is read as it was then, until it can go on.
 */
export type ProjectionState = Exclude<Phase, 'running'> | 'catching up' | 'live' | 'building' | 'frozen'

export type ProjectionStatus = {
  readonly projection: string
  readonly state: ProjectionState
  /** Of the generation that readers see; 0: there is none yet. */
  readonly generation: number
  /** Of the last event known to be processed. */
  readonly position: bigint
  /** Distance to the log's last event in positions, which are events on one log and bytes on another; null: log unreachable. */
  readonly lag: bigint | null
  /** Position of the generation that is built beside the one that is read; null: none is. */
  readonly rebuilding: bigint | null
  readonly parked: number
  readonly lastError: string | null
}

export type RunningProjections = {
  /**
   * Settles when the projections were opened or refused, or the signal aborted; rejects with the refusal. Where the log was set
   * back it resolves: an operator can put that in order while the program runs (see `refusal`).
   */
  readonly opened: Promise<void>
  /** Why nothing that was read is true any more; null while it is. */
  refusal(): OpeningRefused | null
  /** Resolves after the signal aborted and everything has come to rest. Never rejects. */
  readonly done: Promise<void>
  status(): Promise<ProjectionStatus[]>
}

/** The status of each of these, by where their checkpoints stand. `stateOf` is asked of what there is to read. */
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
