import type { EventMetadata, RecordedMetadata } from './event-log.ts'

/** Metadata as a store has it. It lacks the messageId, which the store has as the event's id. */
export type StoredMetadata = Omit<EventMetadata, 'messageId' | 'actorId'> & { readonly actorId?: string }

/** The metadata of events that the first version of Pathlight stored on PostgreSQL: a list of values. */
type FirstVersion = readonly [
  userId: string,
  deviceId: string | null,
  correlationId: string,
  causationId: string,
  schemaVersion: number,
  occurredAt: string,
]

/** The fields that come from the event's id and place in the store, and not from its stored metadata. */
type Place = Pick<RecordedMetadata, 'messageId' | 'streamName' | 'streamPosition' | 'globalPosition'>

const named = (stored: StoredMetadata | FirstVersion): StoredMetadata => {
  if (!Array.isArray(stored)) return stored as StoredMetadata
  const [userId, deviceId, correlationId, causationId, schemaVersion, occurredAt] = stored as FirstVersion
  return { userId, deviceId, correlationId, causationId, schemaVersion, occurredAt }
}

/**
 * The metadata of a recorded event. Older versions wrote events without an actor, whose user is the actor. Events of
 * other programs may lack fields. The function changes and returns `stored` (unless that is a list), because a copy for
 * every event would take a tenth of the time of a rebuild.
 */
export const recordedMetadata = (stored: StoredMetadata | FirstVersion | undefined, place: Place): RecordedMetadata => {
  const metadata = named(stored ?? ({} as StoredMetadata))
  const actor =
    metadata.actorId === undefined && metadata.userId !== undefined ? { actorId: metadata.userId } : undefined
  return Object.assign(metadata, actor, place) as RecordedMetadata
}
