import type { AllStreamRecordedEvent, AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { recordedMetadata, type StoredMetadata } from '@pathlight/event-log/stored-metadata.ts'

/**
 * Whether an event belongs to this log. Events that the server itself writes do not belong to it, such as
 * `$streamDeleted` in a deleted stream.
 */
export const isOurs = (event: { streamId: string; type: string }, prefix: string): boolean =>
  event.streamId.startsWith(prefix) && !event.type.startsWith('$')

/**
 * Roughly the length of a record's data: its bytes or, if the data is JSON, the characters of the texts at its top
 * level.
 */
export function lengthOf({ event }: AllStreamResolvedEvent): number {
  const data: unknown = event?.data
  if (data instanceof Uint8Array) return data.length
  return Object.values(data ?? {}).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

export function recordedEvents(
  resolved: readonly (ResolvedEvent | AllStreamResolvedEvent)[],
  prefix: string,
): Recorded[] {
  return resolved.flatMap(({ event }) => (event && isOurs(event, prefix) ? recorded(event, prefix) : []))
}

function recorded(event: NonNullable<ResolvedEvent['event']> | AllStreamRecordedEvent, prefix: string): Recorded {
  return {
    type: event.type,
    data: event.data as Recorded['data'],
    metadata: recordedMetadata(event.metadata as StoredMetadata | undefined, {
      messageId: event.id,
      streamName: event.streamId.slice(prefix.length),
      streamPosition: event.revision + 1n,
      globalPosition: event.position?.commit ?? 0n,
    }),
  }
}
