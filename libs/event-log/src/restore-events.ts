import { InvalidEvent, MAX_APPEND_BYTES, VersionConflict } from './event-log.ts'
import type { StorableEvent, StorableEventLog } from './storable-events.ts'

/** An event as a store has it, with its position. Its personal fields are sealed. */
export type StoredEvent = {
  /** The event's position in the log from which it was read. */
  readonly position: bigint
  readonly streamName: string
  /** The event's version in its stream, from 1. */
  readonly version: bigint
  /** The event's UUID, in lower case. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** The stored metadata, without the event's id and position. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * Adds events of another log to this one, in the given order, each with its id and version. Events that this log has
 * already stay, so a repeated restore changes nothing. Throws VersionConflict or InvalidEvent if this log has another
 * event at an event's version in its stream, and StoreUnavailable if the store is away.
 */
export type RestoreEvents = (events: readonly StoredEvent[]) => Promise<void>

/**
 * The most bytes of JSON in one append. This is half of an append's limit, because each event also takes bytes beside
 * its JSON.
 */
const MOST_BYTES = MAX_APPEND_BYTES / 2
const MOST_EVENTS = 500

export const storableOf = ({ id, type, data, metadata }: StoredEvent): StorableEvent => {
  const [dataJson, metadataJson] = [JSON.stringify(data), JSON.stringify(metadata)]
  return { id, type, data, dataJson, metadata, metadataJson }
}

/**
 * Restores events by appends, one after another. The log gives the events new positions, in the same order. Consecutive
 * events of one stream share an append.
 */
export const restoreByAppends =
  (log: Pick<StorableEventLog, 'appendStorable' | 'readStream'>): RestoreEvents =>
  async (events) => {
    let run: StorableEvent[] = []
    let bytes = 0
    let place = { streamName: '', version: 0n }
    const send = async () => {
      if (run.length === 0) return
      const { streamName, version } = place
      const [sent, expected] = [run, version - 1n]
      run = []
      try {
        await log.appendStorable(streamName, sent, { expected, idsAreNew: true })
      } catch (error) {
        // An earlier restore may have appended some of these events, grouped in other appends. So each event is looked
        // up, and appended alone if it is missing.
        if (!(error instanceof InvalidEvent || error instanceof VersionConflict)) throw error
        for (const [nth, one] of sent.entries()) {
          const at = version + BigInt(nth)
          const { events: there } = await log.readStream(streamName, { last: 1, before: at + 1n })
          if (there[0]?.metadata.streamPosition === at && there[0].metadata.messageId === one.id) continue
          await log.appendStorable(streamName, [one], { expected: at - 1n, idsAreNew: true })
        }
      }
    }
    for (const event of events) {
      const { streamName, version } = event
      const storable = storableOf(event)
      const more = Buffer.byteLength(storable.dataJson) + Buffer.byteLength(storable.metadataJson)
      const follows = streamName === place.streamName && version === place.version + BigInt(run.length)
      if (!follows || run.length === MOST_EVENTS || bytes + more > MOST_BYTES) {
        await send()
        place = { streamName, version }
        bytes = 0
      }
      run.push(storable)
      bytes += more
    }
    await send()
  }
