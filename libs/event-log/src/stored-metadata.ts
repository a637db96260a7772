import type { EventMetadata, RecordedMetadata } from './event-log.ts'

/** Metadata as a store keeps it: without messageId, which is the event's id. */
export type StoredMetadata = Omit<EventMetadata, 'messageId' | 'actorId'> & { readonly actorId?: string }

/** What a list of values meant, in the logs of the first version on PostgreSQL. */
type FirstVersion = readonly [
  userId: string,
  deviceId: string | null,
  correlationId: string,
  causationId: string,
  schemaVersion: number,
  occurredAt: string,
]

/** What the store itself knows of an event. */
type Place = Pick<RecordedMetadata, 'messageId' | 'streamName' | 'streamPosition' | 'globalPosition'>

const named = (stored: StoredMetadata | FirstVersion): StoredMetadata => {
  if (!Array.isArray(stored)) return stored as StoredMetadata
  const [userId, deviceId, correlationId, causationId, schemaVersion, occurredAt] = stored as FirstVersion
  return { userId, deviceId, correlationId, causationId, schemaVersion, occurredAt }
}

/**
 * The metadata of a recorded event. Events from before there were actors were all written by whose data they are. Events
 * of other programs may lack fields: what they say is given back as it is. `stored` was read this moment and becomes the
 * answer: every event that is read passes here, and copying it would cost a tenth of a rebuild.
 */
export const recordedMetadata = (stored: StoredMetadata | FirstVersion | undefined, place: Place): RecordedMetadata => {
  const metadata = named(stored ?? ({} as StoredMetadata))
  const actor =
    metadata.actorId === undefined && metadata.userId !== undefined ? { actorId: metadata.userId } : undefined
  return Object.assign(metadata, actor, place) as RecordedMetadata
}
