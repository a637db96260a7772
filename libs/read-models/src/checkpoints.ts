import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { anotherLog, checkWithin } from './opening.ts'
import type { Group, ReadModelStore } from './read-model-store.ts'

/** Where checkpoints are kept beside those of the read models: as groups without members. */
export type CheckpointStore = Pick<ReadModelStore, 'groups' | 'write'>

/** How far a reader of the log came that keeps no documents. */
export type Checkpoint = {
  /** 0n the first time. */
  readonly position: bigint
  /** The checkpoint further on; null: another process has moved it. */
  moveTo(position: bigint): Promise<Checkpoint | null>
}

/** Throws OpeningRefused where it is one of another log, or of a newer state of this one. */
export async function openCheckpoint(
  store: CheckpointStore,
  name: string,
  log: Pick<EventLog, 'identity' | 'end'>,
): Promise<Checkpoint> {
  const identity = await log.identity()
  for (;;) {
    const stored = (await store.groups()).find((one) => one.name === name)
    if (stored && stored.log !== identity) throw anotherLog(stored.log, identity)
    if (stored) {
      checkWithin(stored.position, await log.end())
      return checkpointOf(store, stored)
    }
    const fresh: Group = { name, log: identity, position: 0n, revision: 1n, members: {} }
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
