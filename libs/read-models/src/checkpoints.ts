import type { EventPlace } from '@pathlight/event-log/event-log.ts'
import { anotherLog, type ComparedLog, checkNotSetBack, setBackGroups } from './opening.ts'
import type { Group, ReadModelStore } from './read-model-store.ts'

/** Where checkpoints are kept beside those of the read models: as groups without members. */
export type CheckpointStore = Pick<ReadModelStore, 'groups' | 'write'>

/** How far a reader of the log came that keeps no documents. */
export type Checkpoint = {
  /** 0n the first time. */
  readonly position: bigint
  /** The last event up to there, where it is known. */
  readonly last: EventPlace | null
  /**
   * The checkpoint further on; null: another process has moved it.
   * @param last the last event up to there; without it the one that is known stays
   */
  moveTo(position: bigint, last?: EventPlace | null): Promise<Checkpoint | null>
}

/** Throws OpeningRefused where it is one of another log, or of a newer state of this one. */
export async function openCheckpoint(store: CheckpointStore, name: string, log: ComparedLog): Promise<Checkpoint> {
  const identity = await log.identity()
  for (;;) {
    const stored = (await store.groups()).find((one) => one.name === name)
    if (stored && stored.log !== identity) throw anotherLog(stored.log, identity)
    if (stored) {
      checkNotSetBack(name, await setBackGroups([stored], log))
      return checkpointOf(store, stored)
    }
    const fresh: Group = { name, log: identity, position: 0n, last: null, revision: 1n, members: {} }
    if (await store.write(null, fresh)) return checkpointOf(store, fresh)
  }
}

const checkpointOf = (store: CheckpointStore, group: Group): Checkpoint => ({
  position: group.position,
  last: group.last,
  async moveTo(position, last) {
    const after = { ...group, position, last: last ?? group.last }
    return (await store.write(group, after)) ? checkpointOf(store, after) : null
  },
})
