import { anotherLog, type ComparedLog, checkNotSetBack, setBackOf } from './opening.ts'
import type { Checkpoint, Place, ReadModelStore } from './read-model-store.ts'

/** The methods of the store that checkpoints need. */
export type CheckpointStore = Pick<ReadModelStore, 'checkpoints' | 'put' | 'move'>

/**
 * The fields that every follower's checkpoint has. A follower reads the log and stores no documents. For example, a
 * reaction of the worker sends mail.
 */
const follower = (name: string) => ({ name, generation: 0, version: 1, live: false })

/**
 * Reads a follower's checkpoint, and creates it at position 0 if it is missing. Throws OpeningRefused if the checkpoint
 * belongs to another log, or to a newer state of this log.
 */
export async function openCheckpoint(store: CheckpointStore, name: string, log: ComparedLog): Promise<Checkpoint> {
  const identity = await log.identity()
  for (;;) {
    const stored = (await store.checkpoints()).find((one) => one.name === name && one.generation === 0)
    if (stored && stored.log !== identity) throw anotherLog(stored.log, identity)
    if (stored) {
      checkNotSetBack([stored], await setBackOf([stored], log))
      return stored
    }
    const fresh = { ...follower(name), log: identity, position: 0n, last: null }
    if (await store.put(null, fresh)) return fresh
  }
}

/**
 * Moves a follower's checkpoint, and returns the moved checkpoint. If `last` is null, the checkpoint keeps its last
 * event. Returns null if another process has moved the checkpoint.
 */
export const moveCheckpoint = async (
  store: CheckpointStore,
  checkpoint: Checkpoint,
  { position, last }: Place,
): Promise<Checkpoint | null> => {
  const to = { position, last: last ?? checkpoint.last }
  return (await store.move([checkpoint], to)) ? { ...checkpoint, ...to } : null
}

/** Sets a follower's checkpoint, whatever its present position. */
export const placeCheckpoint = async (
  store: CheckpointStore,
  name: string,
  place: Place & Pick<Checkpoint, 'log'>,
): Promise<void> => {
  const before = (await store.checkpoints()).find((one) => one.name === name && one.generation === 0) ?? null
  await store.put(before, { ...follower(name), ...place })
}
