import type { EventMetadata, RecordedMetadata } from './event-log.ts'

/** Metadata as a store has it: without messageId, which is the event's id. */
export type StoredMetadata = Omit<EventMetadata, 'messageId' | 'actorId'> & { readonly actorId?: string }

/** The meaning of a list of values, in logs of the first version on PostgreSQL. */
type FirstVersion = readonly [
  userId: string,
  deviceId: string | null,
  correlationId: string,
  causationId: string,
  schemaVersion: number,
  occurredAt: string,
]

/** What the store itself knows about an event. */
type Place = Pick<RecordedMetadata, 'messageId' | 'streamName' | 'streamPosition' | 'globalPosition'>

const named = (stored: StoredMetadata | FirstVersion): StoredMetadata => {
  if (!Array.isArray(stored)) return stored as StoredMetadata
  const [userId, deviceId, correlationId, causationId, schemaVersion, occurredAt] = stored as FirstVersion
  return { userId, deviceId, correlationId, causationId, schemaVersion, occurredAt }
}

/**
 * The metadata of a recorded event. Events without an actor are from before there were admins, so their actor is their user.
 * Events of other programs may lack fields, and come as they are. `stored` must be fresh from the store: it is changed and
 * returned, because a copy of every event that is read would cost a tenth of a rebuild.
 */
export const recordedMetadata = (stored: StoredMetadata | FirstVersion | undefined, place: Place): RecordedMetadata => {
  const metadata = named(stored ?? ({} as StoredMetadata))
  const actor =
    metadata.actorId === undefined && metadata.userId !== undefined ? { actorId: metadata.userId } : undefined
  return Object.assign(metadata, actor, place) as RecordedMetadata
}
