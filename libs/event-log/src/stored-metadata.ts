import type { EventMetadata, RecordedMetadata } from './event-log.ts'

/** Metadata but for messageId, which is stored as the event's id. */
type Unpacked = Omit<EventMetadata, 'messageId'>
/** As it is stored: see packMetadata. */
export type StoredMetadata = Unpacked | readonly unknown[]

const FIELDS: readonly string[] = [
  'userId',
  'deviceId',
  'correlationId',
  'causationId',
  'schemaVersion',
  'occurredAt',
] satisfies readonly (keyof Unpacked)[]

/**
 * Metadata as JSON text. Every event carries the same six fields: they are stored as a list of their values, which
 * halves the bytes; anything else is stored as the object it is.
 */
export function packMetadata(metadata: Readonly<Record<string, unknown>>): string {
  const usual = Object.keys(metadata).length === FIELDS.length && FIELDS.every((field) => metadata[field] !== undefined)
  return JSON.stringify(usual ? FIELDS.map((field) => metadata[field]) : metadata)
}

/**
 * The other way round, with what the store itself knows of the event. Events of other programs may lack fields: what they say
 * is given back as it is. Written out field by field, because every event that is read passes here.
 */
export function unpackMetadata(
  stored: StoredMetadata,
  messageId: string,
  streamName: string,
  streamPosition: bigint,
  globalPosition: bigint,
): RecordedMetadata {
  if (!Array.isArray(stored)) {
    return { ...(stored as Unpacked), messageId, streamName, streamPosition, globalPosition }
  }
  return {
    userId: stored[0],
    deviceId: stored[1],
    correlationId: stored[2],
    causationId: stored[3],
    schemaVersion: stored[4],
    occurredAt: stored[5],
    messageId,
    streamName,
    streamPosition,
    globalPosition,
  }
}
