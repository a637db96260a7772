import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { recordedMetadata, type StoredMetadata } from '@pathlight/event-log/stored-metadata.ts'

/** The columns that a read of events selects, in the order of Row. */
export const COLUMNS = 'position, version, id, stream, type, data, metadata'
export type Row = [
  position: string,
  version: string,
  id: string,
  stream: string,
  type: string,
  data: Recorded['data'],
  metadata: StoredMetadata,
]

export function recorded([position, version, id, stream, type, data, metadata]:
  | Row
  | readonly [...Row, unknown]): Recorded {
  const place = {
    messageId: id,
    streamName: stream,
    streamPosition: BigInt(version),
    globalPosition: BigInt(position),
  }
  return { type, data, metadata: recordedMetadata(metadata, place) }
}
