import { CheckpointOfAnotherLog, type ProjectionIdentity, ReadModelOfNewerVersion } from './read-model-store.ts'

/** What is stored with a checkpoint. Version 0 and an empty log: never opened, or reset. */
type StoredIdentity = { readonly version: number; readonly log: string; readonly position: bigint }

/**
 * Whether a projection that is opened goes on from the stored checkpoint or starts over. Throws
 * CheckpointOfAnotherLog and ReadModelOfNewerVersion, both with the way out in words.
 */
export function decideOpening(identity: ProjectionIdentity, stored: StoredIdentity): 'go on' | 'start over' {
  const { name, version, log } = identity
  if (stored.log !== log && stored.log !== '' && stored.position > 0n) {
    throw new CheckpointOfAnotherLog(
      `The read model '${name}' was built from the event log ${stored.log}, but the log at hand is ${log}. ` +
        'Either a URL points at the wrong database, or one of the two was restored without the other. Correct the URL; ' +
        `or, if the change is meant, reset '${name}': it is then built anew from the log at hand.`,
    )
  }
  if (stored.version > version) {
    throw new ReadModelOfNewerVersion(
      `The read model '${name}' was built by version ${stored.version} of its definition; this program has version ${version}. ` +
        `Start the newer program; or, to go back to the older one, reset '${name}': it is then built anew from the log.`,
    )
  }
  return stored.version < version || stored.log !== log ? 'start over' : 'go on'
}
