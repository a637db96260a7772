import { randomUUID } from 'node:crypto'
import {
  assertExpectedVersionMatchesCurrent,
  type Event,
  NO_CONCURRENCY_CHECK,
  type ReadEvent,
  upcastRecordedMessages,
} from '@event-driven-io/emmett'
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  jsonEvent,
  type ResolvedEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { aggregateStream } from './aggregate-stream.ts'
import type { EventLog, Recorded, RecordedMetadata } from './event-log.ts'
import { eventStoreDbAppends } from './eventstoredb-appends.ts'
import { collect, within } from './eventstoredb-calls.ts'
import { openClient } from './eventstoredb-client.ts'
import { eventStoreDbFeed } from './eventstoredb-feed.ts'
import { isOurs, recordedEvents } from './eventstoredb-recorded.ts'
import { KnownStreams } from './known-streams.ts'
import { storableEvents } from './validate-event.ts'

export type EventStoreDbLogOptions = {
  /** Connection string: `esdb://HOST:2113?tls=false`. */
  readonly url: string
  /** Begins the name of each of our streams: whose else events the server holds is not our concern. Default `pathlight.` */
  readonly prefix?: string
  /** What does not answer for this long counts as away, in milliseconds. Default 3,000. */
  readonly timeoutMs?: number
  /** A live feed that hears nothing for this long asks whether there was nothing to hear, in milliseconds. Default 5,000. */
  readonly heartbeatMs?: number
  /** Told about each failure that a feed mends itself: for the operator's log. */
  readonly onTrouble?: (error: unknown) => void
}

/**
 * The event log in EventStoreDB 22.10 or newer. One a process: the client lets a broken connection fail the pending
 * appends of every client in the process, and an answer to one of those then ends the process. Throws a TypeError on a
 * prefix or an address that it cannot take.
 */
export function eventStoreDbLog(options: EventStoreDbLogOptions): EventLog {
  const { prefix = 'pathlight.', timeoutMs = 3_000, heartbeatMs = 5_000, onTrouble = () => undefined } = options
  if (!/^[\w-]+\.$/.test(prefix))
    throw new TypeError(`${prefix} cannot be a prefix: letters, digits, _ or -, then a dot`)
  // A read that is refused, as a busy or starting server does, makes the client take a new connection and leave the old one
  // to its streams. With the appends on it, an end of the old stream would fail those on the new one, and an answer to
  // one of those ends the process. So appends have a client of their own.
  const reader = openClient(options.url)
  const writer = openClient(options.url)
  const known = new KnownStreams()
  const closing = new AbortController()

  /**
   * Events of a stream, oldest first, from a version on; `null` when there is no such stream. We delete none: one that an
   * operator has ended for good makes the client throw StreamDeletedError, which goes to the caller as it is.
   */
  const read = async (streamName: string, after: bigint, maxCount?: bigint): Promise<Recorded[] | null> => {
    try {
      const events = await collect<ResolvedEvent>(
        timeoutMs,
        reader.readStream(prefix + streamName, {
          fromRevision: after,
          ...(maxCount !== undefined && { maxCount: Number(maxCount) }),
        }),
      )
      return recordedEvents(events, prefix)
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null
      throw error
    }
  }

  const versionOf = async (streamName: string): Promise<bigint> => {
    try {
      const [last] = await collect<ResolvedEvent>(
        timeoutMs,
        reader.readStream(prefix + streamName, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
      )
      return last?.event ? last.event.revision + 1n : 0n
    } catch (error) {
      if (error instanceof StreamNotFoundError) return 0n
      throw error
    }
  }

  const learn = (streamName: string, events: readonly Recorded[]) =>
    known.learn(
      streamName,
      events[0]?.metadata.streamPosition ?? 1n,
      events.map((event) => event.metadata.messageId),
    )

  const appends = eventStoreDbAppends({
    client: writer,
    prefix,
    known,
    timeoutMs,
    look: async (streamName) => {
      const after = known.get(streamName)?.version ?? 0n
      const events = await read(streamName, after)
      if (events) learn(streamName, events)
      else known.forget(streamName)
      return known.get(streamName) ?? { version: 0n, ids: new Map() }
    },
    positionOf: async (streamName, version) => {
      const [event] = (await read(streamName, version - 1n, 1n)) ?? []
      if (!event) throw new Error(`Event ${version} of ${streamName} is gone`)
      return event.metadata.globalPosition
    },
  })

  let identifying: Promise<string> | null = null
  /** The id of the only event of a stream that nobody else writes; outside the prefix, so that no feed shows it. */
  const identify = async (): Promise<string> => {
    const stream = `log-identity-${prefix}`
    for (;;) {
      try {
        const [first] = await collect<ResolvedEvent>(timeoutMs, reader.readStream(stream, { maxCount: 1 }))
        if (first?.event) return first.event.id
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      const event = jsonEvent({ id: randomUUID(), type: 'LogIdentified', data: {} })
      await within(timeoutMs, writer.appendToStream(stream, event, { expectedRevision: 'no_stream' })).catch(
        (error: unknown) => {
          if (!(error instanceof WrongExpectedVersionError)) throw error
        },
      )
    }
  }

  /** Our last event and how far back from the end was looked for it: the next look need not go further. */
  let last = 0n
  let lookedFrom = 0n
  const head = async (): Promise<bigint> => {
    let from: bigint | null = null
    let newest = lookedFrom
    for (let count = 32; ; count = 1_000) {
      const page: readonly AllStreamResolvedEvent[] = await collect<AllStreamResolvedEvent>(
        timeoutMs,
        reader.readAll({
          direction: BACKWARDS,
          fromPosition: from === null ? END : { commit: from, prepare: from },
          maxCount: count,
        }),
      )
      const events = page.flatMap(({ event }) => event ?? [])
      newest = events[0] && events[0].position.commit > newest ? events[0].position.commit : newest
      const ours = events.find((event) => isOurs(event, prefix))
      if (ours && ours.position.commit > last) last = ours.position.commit
      from = events.at(-1)?.position.commit ?? 0n
      if (ours || from <= lookedFrom || page.length < count) break
    }
    if (newest > lookedFrom) lookedFrom = newest
    return last
  }

  const log: EventLog = {
    identity() {
      identifying ??= identify().catch((error: unknown) => {
        identifying = null
        throw error
      })
      return identifying
    },

    async appendToStream(streamName, events, appendOptions) {
      return appends.append(
        streamName,
        appendOptions?.expectedStreamVersion ?? NO_CONCURRENCY_CHECK,
        storableEvents(streamName, events, appendOptions?.schema?.versioning),
      )
    },

    async readStream<EventType extends Event, EventPayloadType extends Event>(
      streamName: string,
      readOptions: Parameters<typeof log.readStream<EventType, EventPayloadType>>[1] = {},
    ) {
      const { from = 0n, to, maxCount, expectedStreamVersion, schema } = readOptions
      let events: Recorded[] = []
      let currentStreamVersion: bigint
      if (from === 0n && to === undefined && maxCount === undefined) {
        events = (await read(streamName, 0n)) ?? []
        currentStreamVersion = events.at(-1)?.metadata.streamPosition ?? 0n
        // Shorter than it was: the server has been set back to a backup. Forgetting too much does no harm.
        if (currentStreamVersion < (known.get(streamName)?.version ?? 0n)) known.forget(streamName)
        learn(streamName, events)
      } else {
        currentStreamVersion = await versionOf(streamName)
        const end = least(from + (maxCount ?? currentStreamVersion), to, currentStreamVersion)
        if (end > from) events = (await read(streamName, from, end - from)) ?? []
      }
      assertExpectedVersionMatchesCurrent(currentStreamVersion, expectedStreamVersion, 0n)
      return {
        currentStreamVersion,
        streamExists: currentStreamVersion > 0n,
        events: upcastRecordedMessages<EventType, EventPayloadType, RecordedMetadata>(
          events as unknown as ReadEvent<EventPayloadType, RecordedMetadata>[],
          schema?.versioning,
        ) as unknown as ReadEvent<EventType, RecordedMetadata>[],
      }
    },

    aggregateStream: (streamName, aggregateOptions) => aggregateStream(log, streamName, aggregateOptions),

    streamExists: async (streamName) => (await versionOf(streamName)) > 0n,

    head,

    batches: ({ after, size = 500, live, signal }) =>
      eventStoreDbFeed({
        client: reader,
        prefix,
        head,
        after,
        size,
        live,
        timeoutMs,
        heartbeatMs,
        onTrouble,
        stop: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      }),

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      await within(timeoutMs, appends.idle()).catch(onTrouble)
      await Promise.all([reader, writer].map((client) => within(timeoutMs, client.dispose()).catch(onTrouble)))
    },
  }
  return log
}

function least(...bounds: readonly (bigint | undefined)[]): bigint {
  const given = bounds.filter((bound) => bound !== undefined)
  return given.reduce((lowest, bound) => {
    // Math.min takes no bigint.
    if (bound < lowest) return bound
    return lowest
  })
}
