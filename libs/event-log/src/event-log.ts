import { ExpectedVersionConflictError, NO_CONCURRENCY_CHECK } from '@event-driven-io/emmett'

/** Largest append (data and metadata as JSON, UTF-8 bytes) any adapter takes; EventStoreDB's limit is 1,048,576 bytes. */
export const MAX_APPEND_BYTES = 1_000_000

/** What every event of Pathlight says about itself, beside its data. */
export type EventMetadata = {
  /** UUID of the event: unique in the log. An append that repeats it answers as the first one did. */
  readonly messageId: string
  /** Whose data this is: the key that seals the personal fields is this user's. */
  readonly userId: string
  /** Who did it: the user, or an admin. */
  readonly actorId: string
  /** The device it was done on; null for changes no device made. It outlives its sessions. */
  readonly deviceId: string | null
  /** Same for everything that one request led to: the request's id. */
  readonly correlationId: string
  /** What directly led to this event: the id of the command, or another event's messageId. */
  readonly causationId: string
  /** Of the command, where a repeat is to be recognised: tells it from another command that took the same id. */
  readonly commandHash?: string
  /** Version of the shape of `data`; upcasters read older ones. From 1. */
  readonly schemaVersion: number
  /** ISO 8601 instant, UTC. */
  readonly occurredAt: string
}

/** Metadata of an event that is in the log: with its place. Positions and versions: see EventLog. */
export type RecordedMetadata = EventMetadata & {
  readonly streamName: string
  /** 1 for a stream's first event. */
  readonly streamPosition: bigint
  readonly globalPosition: bigint
}

export type LogEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** An event to be written. One whose metadata names no messageId is given one. */
export type NewEvent = LogEvent & { readonly metadata?: Readonly<Record<string, unknown>> | undefined }

/** An event as the log gives it back. Of a union of events it is the union, so that `type` tells what `data` is. */
export type Recorded<E extends LogEvent = LogEvent> = E extends LogEvent
  ? {
      readonly type: E['type']
      readonly data: E['data']
      readonly metadata: RecordedMetadata
      /** Of a sealed log, where unreadable events are asked for, too: how many bytes of JSON the personal fields are. Absent where there are none. */
      readonly personalBytes?: number
      /** Of a sealed log, where unreadable events are asked for, too: the data as the store has it, sealed, in the shape of its time. */
      readonly stored?: Readonly<Record<string, unknown>>
      /** Of a sealed log: the key is gone, and the personal fields with it (`BatchesOptions.alsoUnreadable`). */
      readonly unreadable?: true
    }
  : never

/** Which version a stream is to have for an append; 0n: it is to be new. */
export type ExpectedVersion = bigint | 'any'

export type AppendOptions = {
  /** Default 'any'. */
  readonly expected?: ExpectedVersion
  /**
   * The caller knows that no event of these ids is in the stream at the exact version it expects: they are fresh, or
   * `readEnds` did not find them. Spares EventStoreDB, which has no index of ids, another look.
   */
  readonly idsAreNew?: boolean
}

/** One append of several. */
export type StreamAppend = AppendOptions & { readonly streamName: string; readonly events: readonly NewEvent[] }

export type Appended = {
  /** The stream's, after the last event of the append. */
  readonly version: bigint
  /** In the log, of the last event of the append. */
  readonly position: bigint
  /** The events were in the stream already, and nothing was written: these are the version and position of then. */
  readonly repeated: boolean
}

/** A part of a stream: its last events, at most so many. */
export type StreamPage = {
  /** From 1. Each event may have MAX_APPEND_BYTES: few at once where they may be long. */
  readonly last: number
  /** As if the stream ended before the event of this version. */
  readonly before?: bigint | undefined
}

export type StreamRead = {
  readonly events: readonly Recorded[]
  /** The stream's; of a page, that of its newest event. 0n when there is none. */
  readonly version: bigint
}

export type StreamEnds = {
  /** The first event and the last two, oldest first. */
  readonly events: readonly Recorded[]
  /** The stream's, or `upTo`. */
  readonly version: bigint
  /** The event that was to be found. */
  readonly found: RecordedMetadata | null
}

export type EndsOptions = {
  /** As if the stream ended with the event of this version; where it ends before, nothing changes. */
  readonly upTo?: bigint
  /** Looks for an event by its id. `after`: the version it was written on, where that is known. */
  readonly find?: { readonly id: string; readonly after: bigint | null } | undefined
}

/** An event by where it stands in the log. A log that was restored from an older backup may have another event there, or none. */
export type EventPlace = { readonly position: bigint; readonly id: string }

/** Where the last of these events stands; null where there are none. */
export const lastPlace = (events: readonly Recorded[]): EventPlace | null => {
  const last = events.at(-1)?.metadata
  return last === undefined ? null : { position: last.globalPosition, id: last.messageId }
}

/** A stretch of the global feed. */
export type Batch = {
  /** In log order; may be empty when the feed passed only events that are not for us. */
  readonly events: readonly Recorded[]
  /**
   * Everything up to and including this position has been given out: the checkpoint to store once `events` are processed.
   * May be past `head()` where the store holds others' events, too.
   */
  readonly position: bigint
}

export type BatchesOptions = {
  /** Exclusive: the position of the last event already processed, 0n for all. */
  readonly after: bigint
  /** The last event up to `after`, where it is known. A feed is one with what came before it: where the log has lost this event, it ends with FeedBroken. */
  readonly known?: EventPlace | null
  /** Most events a batch holds; default 1,000. */
  readonly size?: number
  /** false: ends when the tail that existed at the call is reached. true: waits for more until `signal` aborts. */
  readonly live: boolean
  /** Where not live: ends there instead, as if nothing were behind this position. */
  readonly until?: bigint
  /** Of a sealed log: gives out events of people whose key is gone, too, without their personal fields. */
  readonly alsoUnreadable?: boolean
  readonly signal?: AbortSignal
}

/**
 * Events in streams, and all of them in one order.
 *
 * A stream's version is the number of its events (0n: none). Positions are opaque but for their order: a later event has a
 * greater one. An append is all or nothing; VersionConflict when the stream has not the version it expects.
 *
 * An append whose ids are in the stream already, one after another, is a repeat: whatever it expects, it writes nothing and
 * answers as the first did. If only some of them are, it is refused with InvalidEvent. PostgreSQL knows an id for ever, and
 * in whichever stream it is; EventStoreDB has no index of ids: there it is known while no more than LOOK_BACK events came
 * after it, or where it can stand is known (`find.after`, the stream's first event).
 *
 * Throws InvalidEvent (not JSON, too large, bad id, no events) before anything is sent; StoreUnavailable (libs/stores) when the
 * store cannot be reached or does not answer in time: after that the outcome of an append is unknown and the caller
 * may repeat it with the same ids.
 */
export interface EventLog {
  /** Names this log for ever (survives backup and restore): checkpoints are kept with it. */
  identity(): Promise<string>

  /** Position of the last event; 0n when there is none. */
  head(): Promise<bigint>

  /**
   * Position of the last thing that the store holds, also of another log there: at `head()` or after it. No batch of this log
   * goes past it, so a checkpoint that does was made from a newer state of the log than there is.
   */
  end(): Promise<bigint>

  /** The id of the event at this position, by one look at an index; null where no event of this log stands there. */
  idAt(position: bigint): Promise<string | null>

  appendToStream(streamName: string, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>

  /**
   * Several appends, each as `appendToStream` does it, in this order: what stands before another gets the smaller position, but for one that
   * was there already. One that is refused keeps no other from being appended. Answers the outcome of each, in their order. For many
   * at once: they share the way to the store where that can be.
   */
  appendEach(appends: readonly StreamAppend[]): Promise<readonly PromiseSettledResult<Appended>[]>

  /** The events of a stream, oldest first: all of them, or those of a page. */
  readStream(streamName: string, page?: StreamPage): Promise<StreamRead>

  /** What there is to know of a stream without reading all of it. */
  readEnds(streamName: string, options?: EndsOptions): Promise<StreamEnds>

  /** The global feed: log order, at least once, no gaps. Survives a lost connection by itself (backoff, resume). */
  batches(options: BatchesOptions): AsyncIterable<Batch>

  close(): Promise<void>
}

/** How far back EventStoreDB looks for an id: its event and so many less one that may have come after it. */
export const LOOK_BACK = 8

/** The event cannot be stored as it is; nothing was sent. `message` says which event and why. */
export class InvalidEvent extends Error {
  readonly code = 'invalid_event'
}

/**
 * The event that a feed gave out last is not in the log any more: the log was set back to an older state, or is another one. What
 * stands behind that position now does not follow what was given out.
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
 * The stream has not the version that the append expects; nothing was written. emmett's own error, which names both versions,
 * and the stream's name.
 */
export class VersionConflict extends ExpectedVersionConflictError {
  readonly code = 'version_conflict'
  readonly streamName: string

  constructor(streamName: string, current: bigint, expected: ExpectedVersion) {
    super(current, expected === 'any' ? NO_CONCURRENCY_CHECK : expected)
    // Each of emmett's errors sets the prototype of everything that is made by it to its own.
    Object.setPrototypeOf(this, VersionConflict.prototype)
    this.name = 'VersionConflict'
    this.message = `${streamName} is at version ${current}, not at ${expected}`
    this.streamName = streamName
  }
}
