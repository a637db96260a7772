import type {
  AppendToStreamOptions,
  AppendToStreamResultWithGlobalPosition,
  Event,
  EventStore,
  RecordedMessageMetadataWithGlobalPosition,
} from '@event-driven-io/emmett'

/** Largest event (data and metadata as JSON, UTF-8 bytes) any adapter takes; EventStoreDB's append limit is 1,048,576 bytes. */
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
  /** What directly led to this event: the id of the command (all events of one have the same), or another event's messageId. */
  readonly causationId: string
  /** Of the command, where a repeat is to be recognised: tells it from another command that took the same id. */
  readonly commandHash?: string
  /** Version of the shape of `data`; upcasters read older ones. From 1. */
  readonly schemaVersion: number
  /** ISO 8601 instant, UTC. */
  readonly occurredAt: string
}

/** Metadata of an event that is in the log: adds streamName, streamPosition (1 for a stream's first event) and globalPosition. */
export type RecordedMetadata = RecordedMessageMetadataWithGlobalPosition<bigint> & EventMetadata

/** An event as the log gives it back. Of a union of events it is the union, so that `type` tells what `data` is. */
export type Recorded<E extends Event = Event> = E extends Event
  ? {
      readonly kind: 'Event'
      readonly type: E['type']
      readonly data: E['data']
      readonly metadata: RecordedMetadata
    }
  : never

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
  /** Most events a batch holds; default 500. */
  readonly size?: number
  /** false: ends when the tail that existed at the call is reached. true: waits for more until `signal` aborts. */
  readonly live: boolean
  readonly signal?: AbortSignal
}

/** `repeated`: the events were in the stream already, and nothing was written. */
export type Appended = AppendToStreamResultWithGlobalPosition & { readonly repeated: boolean }

/**
 * emmett's EventStore, so its CommandHandler works unchanged, plus the log's global feed.
 *
 * Versions are bigint and count the events of a stream (0n: none). Positions are bigint, opaque but for their order:
 * a later event has a greater one. Appends are atomic. Expected versions: a number, STREAM_EXISTS,
 * STREAM_DOES_NOT_EXIST or NO_CONCURRENCY_CHECK (default); a mismatch throws emmett's ExpectedVersionConflictError.
 * An append whose messageIds are in the stream already, one after another, is a repeat: whatever it expects, it writes
 * nothing and answers as the first did. If only some of them are, it is refused with InvalidEvent. Ids are to be unique in
 * the whole log; a store that knows them stream by stream does not notice when they are not.
 *
 * Reading: `from` is the number of events to pass over, `to` the version of the last one wanted, `maxCount` the most to
 * bring; `currentStreamVersion` is the whole stream's. A missing stream has no events and version 0n.
 *
 * Throws InvalidEvent (not JSON, too large, bad id, no events) before anything is sent; StoreUnavailable (libs/stores) when the
 * store cannot be reached or does not answer in time: after that the outcome of an append is unknown and the caller
 * may repeat it with the same ids.
 */
export interface EventLog extends EventStore<RecordedMetadata> {
  appendToStream<EventType extends Event, EventPayloadType extends Event = EventType>(
    streamName: string,
    events: EventType[],
    options?: AppendToStreamOptions<bigint, EventType, EventPayloadType>,
  ): Promise<Appended>

  /** Names this log for ever (survives backup and restore): checkpoints are kept with it. */
  identity(): Promise<string>

  /** Position of the last event; 0n when there is none. */
  head(): Promise<bigint>

  /** The global feed: log order, at least once, no gaps. Survives a lost connection by itself (backoff, resume). */
  batches(options: BatchesOptions): AsyncIterable<Batch>

  close(): Promise<void>
}

/** The event cannot be stored as it is; nothing was sent. `message` says which event and why. */
export class InvalidEvent extends Error {
  readonly code = 'invalid_event'
}
