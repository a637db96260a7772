import { ExpectedVersionConflictError, NO_CONCURRENCY_CHECK } from '@event-driven-io/emmett'

/**
 * The most bytes of one append: its data and metadata as JSON in UTF-8. Every engine takes this much and refuses more.
 * EventStoreDB's own limit is 1,048,576 bytes.
 */
export const MAX_APPEND_BYTES = 1_000_000

/** The metadata of every event. */
export type EventMetadata = {
  /** UUID of the event, unique in the log. An append with a known id answers as the first one did. */
  readonly messageId: string
  /** The person whose data this is. Their key seals the personal fields. */
  readonly userId: string
  /** The actor: the user, or an admin. */
  readonly actorId: string
  /** The device of the change; null if there is none. A device outlives its sessions. */
  readonly deviceId: string | null
  /** The id of the request that led to this, directly or not. */
  readonly correlationId: string
  /** The direct cause: the id of the command, or another event's messageId. */
  readonly causationId: string
  /** A hash of the command, where a repeat must be recognised. It tells this command from another one with the same id. */
  readonly commandHash?: string
  /** The version of the shape of `data`, from 1. Upcasters read older ones. */
  readonly schemaVersion: number
  /** ISO 8601 instant, UTC. */
  readonly occurredAt: string
}

/** The metadata of an event in the log, with its place. Positions and versions: see EventLog. */
export type RecordedMetadata = EventMetadata & {
  readonly streamName: string
  /** 1 for a stream's first event. */
  readonly streamPosition: bigint
  readonly globalPosition: bigint
}

export type LogEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** An event to append. If its metadata has no messageId, it gets one. */
export type NewEvent = LogEvent & { readonly metadata?: Readonly<Record<string, unknown>> | undefined }

/** An event from the log. For a union of events it is the union, so that `type` narrows `data`. */
export type Recorded<E extends LogEvent = LogEvent> = E extends LogEvent
  ? {
      readonly type: E['type']
      readonly data: E['data']
      readonly metadata: RecordedMetadata
      /** In a sealed log read with `alsoUnreadable`: the bytes of the personal fields as JSON. Absent if the event has none. */
      readonly personalBytes?: number
      /** In a sealed log read with `alsoUnreadable`: the data as the store has it, sealed, in its original shape. */
      readonly stored?: Readonly<Record<string, unknown>>
      /** In a sealed log: the key is gone, and with it the personal fields (`BatchesOptions.alsoUnreadable`). */
      readonly unreadable?: true
    }
  : never

/** The version that the stream must have. 0n means that the stream must be new. */
export type ExpectedVersion = bigint | 'any'

export type AppendOptions = {
  /** Default 'any'. */
  readonly expected?: ExpectedVersion
  /**
   * The caller knows that no event with these ids is in the stream at the exact version it expects, because they are fresh, or
   * `readEnds` did not find them. This saves EventStoreDB, which has no index of ids, a search.
   */
  readonly idsAreNew?: boolean
}

/** One append of several. */
export type StreamAppend = AppendOptions & { readonly streamName: string; readonly events: readonly NewEvent[] }

export type Appended = {
  /** The stream's version after the last event of the append. */
  readonly version: bigint
  /** The log position of the last event of the append. */
  readonly position: bigint
  /** The stream had these events already, and nothing was written. Version and position are those of the first append. */
  readonly repeated: boolean
}

/** The last events of a stream, at most `last`. */
export type StreamPage = {
  /** From 1. Each event may have MAX_APPEND_BYTES, so read few at once where they may be long. */
  readonly last: number
  /** Only events of smaller versions are read. */
  readonly before?: bigint | undefined
}

export type StreamRead = {
  readonly events: readonly Recorded[]
  /** The stream's version. Of a page it is the version of the page's newest event. 0n if there is no event. */
  readonly version: bigint
}

export type StreamEnds = {
  /** The first event and the last two, oldest first. */
  readonly events: readonly Recorded[]
  /** The stream's version, or `upTo`. */
  readonly version: bigint
  /** The event that `find` asked for; null if it was not found, or none was asked for. */
  readonly found: RecordedMetadata | null
}

export type EndsOptions = {
  /** Reads as if the stream ended with the event of this version. No effect if the stream ends earlier. */
  readonly upTo?: bigint
  /** Searches for an event by its id. `after`: the version that it was appended to, if known. */
  readonly find?: { readonly id: string; readonly after: bigint | null } | undefined
}

/** An event by its log position. A log that was restored from an older backup may have another event at the position, or none. */
export type EventPlace = { readonly position: bigint; readonly id: string }

/** The place of the last event; null if there are no events. */
export const lastPlace = (events: readonly Recorded[]): EventPlace | null => {
  const last = events.at(-1)?.metadata
  return last === undefined ? null : { position: last.globalPosition, id: last.messageId }
}

/** A stretch of the global feed. */
export type Batch = {
  /** In log order; empty if the feed passed only other programs' events. */
  readonly events: readonly Recorded[]
  /**
   * The feed has given out everything up to and including this position: store it as the checkpoint once `events` are processed. It
   * may exceed `head()` if the store has other programs' events.
   */
  readonly position: bigint
}

export type BatchesOptions = {
  /** The position of the last processed event, exclusive; 0n for all. */
  readonly after: bigint
  /**
   * The last event up to `after`, if it is known. If the log has lost it, the feed throws FeedBroken, because the later events do
   * not continue what was processed.
   */
  readonly known?: EventPlace | null
  /** Most events a batch holds; default 1,000. */
  readonly size?: number
  /** false: ends at the end of the log as it was at the call. true: waits for more until `signal` aborts. */
  readonly live: boolean
  /** A feed that is not live ends at this position instead of the log's end. */
  readonly until?: bigint
  /** Of a sealed log: includes events of people whose key is gone, without their personal fields. */
  readonly alsoUnreadable?: boolean
  readonly signal?: AbortSignal
}

/**
 * Events in streams, and all of them in one order. A stream's version is the number of its events (0n: none). Only the order of
 * positions has a meaning: a later event has a greater one.
 * An append writes all its events or none. It throws VersionConflict if the stream does not have the expected version. If the
 * stream has all the ids already, consecutively, the append is a repeat: whatever it expects, it writes nothing and answers as the
 * first did. If it has only some of them, the append throws InvalidEvent. PostgreSQL finds an id for ever, in any stream.
 * EventStoreDB has no index of ids: it finds one if no more than LOOK_BACK events came after it, or if its place is known
 * (`find.after`, the stream's first event).
 * Throws InvalidEvent (not JSON, too large, bad id, no events) before anything is sent. Throws StoreUnavailable (libs/stores) when
 * the store cannot be reached or does not answer in time: the outcome of an append is then unknown, and the caller may repeat it
 * with the same ids.
 */
export interface EventLog {
  /** The name of this log for ever (it survives backup and restore). Checkpoints are stored with it. */
  identity(): Promise<string>

  /** Position of the last event; 0n when there is none. */
  head(): Promise<bigint>

  /**
   * The position of the last record in the store, which may be another log's. It is at or after `head()`. No batch of this log
   * goes past it, so a checkpoint past it comes from a newer state of the log.
   */
  end(): Promise<bigint>

  /** The id of the event at this position, by one index lookup; null if this log has no event at it. */
  idAt(position: bigint): Promise<string | null>

  appendToStream(streamName: string, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>

  /**
   * Makes each append as `appendToStream` does, in this order: an earlier one gets the smaller position, unless it is a repeat. A
   * refused append does not stop the others. Answers the outcomes in the same order. The appends share round trips to the store
   * where possible.
   */
  appendEach(appends: readonly StreamAppend[]): Promise<readonly PromiseSettledResult<Appended>[]>

  /** The events of a stream, or of a page of it, oldest first. */
  readStream(streamName: string, page?: StreamPage): Promise<StreamRead>

  /** The ends of a stream: enough to decide without reading all of it. */
  readEnds(streamName: string, options?: EndsOptions): Promise<StreamEnds>

  /**
   * The global feed: gives every event at least once, in log order, without gaps. It survives a lost connection by itself
   * (backoff, resume).
   */
  batches(options: BatchesOptions): AsyncIterable<Batch>

  close(): Promise<void>
}

/** How many of a stream's last events are searched for an id. */
export const LOOK_BACK = 8

/** An event cannot be stored; nothing was sent. `message` says which and why. */
export class InvalidEvent extends Error {
  readonly code = 'invalid_event'
}

/**
 * The last event that the feed gave out is no longer in the log: the log was set back, or is another one. Later events do not
 * continue what was given out.
 */
export class FeedBroken extends Error {
  readonly code = 'feed_broken'

  constructor({ position, id }: EventPlace) {
    super(
      `The event ${id} is not at position ${position} any more: the log was set back to an older state, or is another one`,
    )
    this.name = 'FeedBroken'
  }
}

/**
 * The stream does not have the version that the append expects; nothing was written. This is emmett's error, which names both
 * versions, with the stream's name added.
 */
export class VersionConflict extends ExpectedVersionConflictError {
  readonly code = 'version_conflict'
  readonly streamName: string

  constructor(streamName: string, current: bigint, expected: ExpectedVersion) {
    super(current, expected === 'any' ? NO_CONCURRENCY_CHECK : expected)
    // emmett's constructors set the prototype to their own.
    Object.setPrototypeOf(this, VersionConflict.prototype)
    this.name = 'VersionConflict'
    this.message = `${streamName} is at version ${current}, not at ${expected}`
    this.streamName = streamName
  }
}
