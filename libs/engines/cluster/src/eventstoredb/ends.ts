import { type EventLog, LOOK_BACK, type Recorded } from '@pathlight/event-log/event-log.ts'

/** The reads of a stream that `eventStoreDbEnds` combines. */
type StreamReads = {
  /** The events after a version, oldest first. */
  read(streamName: string, after: bigint, maxCount: number): Promise<readonly Recorded[]>
  /** The last `maxCount` events, oldest first. With `before`, the last `maxCount` before that version. */
  readBack(streamName: string, maxCount: number, before?: bigint): Promise<readonly Recorded[]>
}

const versionOf = (events: readonly Recorded[]) => events.at(-1)?.metadata.streamPosition ?? 0n

/**
 * Reads the ends of a stream by several reads at the same time. Other writers may append between these reads. The
 * answer shows the stream as it was at the moment when its last events were read.
 */
export const eventStoreDbEnds =
  ({ read, readBack }: StreamReads): EventLog['readEnds'] =>
  async (streamName, { upTo, find } = {}) => {
    const mayBeAnywhere = upTo === undefined && find?.after === null
    const after = find?.after ?? 0n
    const next = (version: bigint) => read(streamName, version, 1)
    const [begun, latest, there] = await Promise.all([
      next(0n),
      readBack(streamName, mayBeAnywhere ? LOOK_BACK : 2, upTo === undefined ? undefined : upTo + 1n),
      after > 0n ? next(after) : [],
    ])
    const last = latest.slice(-2)
    const version = versionOf(last)
    // If the first or the sought event is missing, but the stream has later events, the event was read before it was
    // appended. So it is read again.
    const [first, sought] = await Promise.all([
      begun.length === 0 && version > 0n ? next(0n) : begun,
      after > 0n && there.length === 0 && version > after ? next(after) : there,
    ])
    const looked = [...first, ...latest, ...sought]
    return {
      events: versionOf(last.slice(0, 1)) > 1n ? [...first, ...last] : last,
      version,
      found: looked.find(({ metadata }) => metadata.messageId === find?.id)?.metadata ?? null,
    }
  }
