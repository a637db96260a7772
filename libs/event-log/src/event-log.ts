import { ExpectedVersionConflictError, NO_CONCURRENCY_CHECK } from '@event-driven-io/emmett'

/**
 * The most bytes of one append: data and metadata as JSON in UTF-8, and some bytes more for each event. Every engine
 * accepts this many and refuses more. EventStoreDB's own limit is 1,048,576 bytes.
 */
export const MAX_APPEND_BYTES = 1_000_000

export type EventMetadata = {
  /**
   * The UUID of the event, unique in the log. An append whose ids are in the log already is a repeat and writes
   * nothing.
   */
  readonly messageId: string
  /** The person whose data the event has. That person's key seals the personal fields. */
  readonly userId: string
  /** Who caused the event: the id of the user or of an admin, or one of NAMES_OF_NOBODY (libs/contracts). */
  readonly actorId: string
  /** The device from which the change came, or null. A device's id stays the same over several sessions. */
  readonly deviceId: string | null
  /** The id of the request that directly or indirectly led to the event. */
  readonly correlationId: string
  /** The direct cause: the id of the command, or another event's messageId. */
  readonly causationId: string
  /**
   * A hash of the command, if repeats of the command must be recognised. The hash distinguishes a repeat from another
   * command with the same id.
   */
  readonly commandHash?: string
  /** The version of the shape of `data`, from 1. Upcasters convert data of older versions. */
  readonly schemaVersion: number
  /** The time of the event: ISO 8601, UTC. */
  readonly occurredAt: string
}

/** The metadata of an event in the log, with its positions. EventLog explains positions and versions. */
export type RecordedMetadata = EventMetadata & {
  readonly streamName: string
  /** 1 for a stream's first event. */
  readonly streamPosition: bigint
  readonly globalPosition: bigint
}

export type LogEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** An event to append. If its metadata has no messageId, it gets one. */
export type NewEvent = LogEvent & { readonly metadata?: Readonly<Record<string, unknown>> | undefined }

/** An event from the log. If `E` is a union of events, `type` narrows `data`. */
export type Recorded<E extends LogEvent = LogEvent> = E extends LogEvent
  ? {
      readonly type: E['type']
      readonly data: E['data']
      readonly metadata: RecordedMetadata
      /**
       * Only in a sealed log read with `alsoUnreadable`, and in the feed of `withoutPersonalData`: the length of the
       * personal fields as JSON, in bytes. Absent if the event has none.
       */
      readonly personalBytes?: number
      /**
       * Only in a sealed log read with `alsoUnreadable`: the data as the store has it, sealed and in its original
       * shape.
       */
      readonly stored?: Readonly<Record<string, unknown>>
      /**
       * Only in a sealed log read with `alsoUnreadable`: the person's key is gone, so the personal fields cannot be
       * read.
       */
      readonly unreadable?: true
    }
  : never

/** The version that the stream must have. 0n means that the stream must be new. */
export type ExpectedVersion = bigint | 'any'

export type AppendOptions = {
  /** Default 'any'. */
  readonly expected?: ExpectedVersion
  /**
   * The caller knows that the ids are not yet in the stream, because they are fresh or `readEnds` did not find them.
   * `expected` must be an exact version. This saves EventStoreDB a search, because it has no index of ids.
   */
  readonly idsAreNew?: boolean
}

export type StreamAppend = AppendOptions & { readonly streamName: string; readonly events: readonly NewEvent[] }

export type Appended = {
  /** The stream's version after the last event of the append. */
  readonly version: bigint
  /** The log position of the last event of the append. */
  readonly position: bigint
  /**
   * Whether the append was a repeat: the stream had these events already, and nothing was written. Version and position
   * are then those of the first append.
   */
  readonly repeated: boolean
}

/** A page of a stream: its last events, at most `last` of them. */
export type StreamPage = {
  /**
   * The most events of the page, from 1. An event may be as long as MAX_APPEND_BYTES, so callers of streams with long
   * events ask for few.
   */
  readonly last: number
  /** Only events of smaller versions than this are read. */
  readonly before?: bigint | undefined
}

export type StreamRead = {
  readonly events: readonly Recorded[]
  /** The version of the stream, or, for a page, of the page's newest event. 0n if there is no event. */
  readonly version: bigint
}

export type StreamEnds = {
  /** The first event and the last two, oldest first. */
  readonly events: readonly Recorded[]
  /** The stream's version, at most `upTo`. */
  readonly version: bigint
  /** The event that `find` asked for. Null if the log did not find it, or `find` is absent. */
  readonly found: RecordedMetadata | null
}

export type EndsOptions = {
  /** Reads the stream as if it ended at this version. No effect if the stream is shorter. */
  readonly upTo?: bigint
  /**
   * Searches for an event by its id. `after`: the stream's version before that event was appended, or null if unknown.
   * PostgreSQL finds every event. EventStoreDB is sure to find the event directly after the version `after`. If `after`
   * is null and `upTo` is absent, it is sure to find the stream's first event and its last LOOK_BACK events.
   */
  readonly find?: { readonly id: string; readonly after: bigint | null } | undefined
}

/**
 * A log position with the id of the event there. A log that was restored from an older backup may have another event at
 * the position, or none.
 */
export type EventPlace = { readonly position: bigint; readonly id: string }

/** The place of the last event. Null if there are no events. */
export const lastPlace = (events: readonly Recorded[]): EventPlace | null => {
  const last = events.at(-1)?.metadata
  return last === undefined ? null : { position: last.globalPosition, id: last.messageId }
}

/** A part of the feed of all streams. */
export type Batch = {
  /** The events in log order. Empty if the feed passed only events of other programs. */
  readonly events: readonly Recorded[]
  /**
   * The feed has delivered all events up to and including this position. A reader stores it as the checkpoint after
   * processing `events`. The position may exceed `head()` if the store has events of other programs.
   */
  readonly position: bigint
}

export type BatchesOptions = {
  /**
   * The feed begins after this position, which is that of the reader's last processed event. 0n: from the first event.
   */
  readonly after: bigint
  /**
   * The reader's last processed event, if the reader knows it. If the log has lost this event, the feed throws
   * FeedBroken, because the log's other events are not a continuation.
   */
  readonly known?: EventPlace | null
  /** The most events in a batch. Default 1,000. */
  readonly size?: number
  /**
   * If false, the feed ends with the event that is the log's last one at the call. If true, it waits for further events
   * until `signal` aborts.
   */
  readonly live: boolean
  /** A feed that is not live ends at this position instead of the log's end. */
  readonly until?: bigint
  /** In a sealed log: also delivers events of people whose key is gone, without their personal fields. */
  readonly alsoUnreadable?: boolean
  readonly signal?: AbortSignal
}

/**
 * Events in streams, and all events in one order. A stream's version is the number of its events (0n: none). Positions
 * only say the order: a later event has a greater one. All calls but `batches` fail with StoreUnavailable (libs/stores)
 * if the store cannot be reached or does not answer in time.
 */
export interface EventLog {
  /** The identity of this log. It never changes, and a backup of the store contains it. Checkpoints name it. */
  identity(): Promise<string>

  /** The position of the last event. 0n if there is none. */
  head(): Promise<bigint>

  /**
   * The position of the last record in the store, which may belong to another program. It is at or after `head()`. A
   * checkpoint at a greater position shows that the log was set back to an older state after the checkpoint was stored.
   */
  end(): Promise<bigint>

  /** The id of the event at this position. Null if this log has no event there. Costs one index lookup. */
  idAt(position: bigint): Promise<string | null>

  /**
   * Appends all events or none. Throws VersionConflict if the stream does not have the expected version, and
   * InvalidEvent (not JSON, too large, bad id, no events) before it sends anything. After StoreUnavailable the outcome
   * is unknown, and the caller may repeat the append with the same ids.
   *
   * An append is a repeat if the stream already has all its ids, one directly after another. A repeat writes nothing,
   * ignores `expected`, and returns the answer of the first append. If the stream has only some of the ids, the append
   * throws InvalidEvent. PostgreSQL recognises every repeat. EventStoreDB recognises a repeat only if at most LOOK_BACK
   * events came after the first append.
   */
  appendToStream(streamName: string, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>

  /**
   * Does several appends like `appendToStream`, in the order of the list: an earlier append gets a smaller position,
   * unless it is a repeat. A refused append does not stop the others. The outcomes are in the order of the list. The
   * appends share round trips if the engine can do so.
   */
  appendEach(appends: readonly StreamAppend[]): Promise<readonly PromiseSettledResult<Appended>[]>

  /** The events of a stream, or of a page of it, oldest first. */
  readStream(streamName: string, page?: StreamPage): Promise<StreamRead>

  /** The first and last events of a stream, which suffice to decide a command. */
  readEnds(streamName: string, options?: EndsOptions): Promise<StreamEnds>

  /**
   * The feed of all streams. It delivers every event at least once, in log order and without gaps. It reconnects by
   * itself after a lost connection.
   */
  batches(options: BatchesOptions): AsyncIterable<Batch>

  close(): Promise<void>
}

/**
 * How many of a stream's last events `readEnds` searches for an id on EventStoreDB. An append of n events searches the
 * last LOOK_BACK + n events for its ids.
 */
export const LOOK_BACK = 8

/** An event cannot be stored, so nothing of its append was stored. `message` names the event and the reason. */
export class InvalidEvent extends Error {
  readonly code = 'invalid_event'
}

/** The log does not have the last event that the reader processed, because the log was set back or is another one. */
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
 * The stream does not have the expected version, and nothing was written. The error of the package emmett, which this
 * class extends, has both versions. This class adds the stream's name.
 */
export class VersionConflict extends ExpectedVersionConflictError {
  readonly code = 'version_conflict'
  readonly streamName: string

  constructor(streamName: string, current: bigint, expected: ExpectedVersion) {
    super(current, expected === 'any' ? NO_CONCURRENCY_CHECK : expected)
    // Without this line `instanceof VersionConflict` would be false: emmett's constructor sets its own prototype.
    Object.setPrototypeOf(this, VersionConflict.prototype)
    this.name = 'VersionConflict'
    this.message = `${streamName} is at version ${current}, not at ${expected}`
    this.streamName = streamName
  }
}
