import { anotherLog } from './opening.ts'
import type { Group, ReadModelStore } from './read-model-store.ts'

/** Where checkpoints are kept beside those of the read models: as groups without members. */
export type CheckpointStore = Pick<ReadModelStore, 'groups' | 'write'>

/** How far a reader of the log came that keeps no documents. */
export type Checkpoint = {
  /** 0n the first time. */
  readonly position: bigint
  /** The checkpoint further on; null: somebody else has moved it. */
  moveTo(position: bigint): Promise<Checkpoint | null>
}

/** Throws OpeningRefused where it is one of another log. */
export async function openCheckpoint(store: CheckpointStore, name: string, log: string): Promise<Checkpoint> {
  for (;;) {
    const stored = (await store.groups()).find((one) => one.name === name)
    if (stored && stored.log !== log) throw anotherLog(stored.log, log)
    if (stored) return checkpointOf(store, stored)
    const fresh: Group = { name, log, position: 0n, revision: 1n, members: {} }
    if (await store.write(null, fresh)) return checkpointOf(store, fresh)
  }
}

const checkpointOf = (store: CheckpointStore, group: Group): Checkpoint => ({
  position: group.position,
  async moveTo(position) {
    const after = { ...group, position }
    return (await store.write(group, after)) ? checkpointOf(store, after) : null
  },
})
