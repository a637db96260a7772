import {
  type AggregateStreamOptions,
  assertExpectedVersionMatchesCurrent,
  type Event,
  type EventStore,
  type ExpectedStreamVersion,
  NO_CONCURRENCY_CHECK,
  type ReadEvent,
  type ReadStreamOptions,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import type { EventLog, ExpectedVersion, NewEvent, RecordedMetadata } from './event-log.ts'

/** What emmett's CommandHandler and DeciderCommandHandler take. */
export type EmmettEventStore = EventStore<RecordedMetadata>

type ReadOptions<E extends Event, Stored extends Event> = ReadStreamOptions<bigint, E, Stored>

/**
 * An event log as emmett's `EventStore`. What knows emmett works on our logs: CommandHandler, DeciderCommandHandler,
 * aggregateStream. Versions are the number of events, as ours are. VersionConflict is an ExpectedVersionConflictError, so emmett
 * tries again as it does on its own stores. Our commands go another way: docs/decisions says why.
 */
export const asEmmettEventStore = (log: EventLog): EmmettEventStore => {
  const read = async <E extends Event, Stored extends Event>(streamName: string, options?: ReadOptions<E, Stored>) => {
    const { events, version } = await log.readStream(streamName)
    if (options?.expectedStreamVersion !== undefined)
      assertExpectedVersionMatchesCurrent(version, options.expectedStreamVersion, 0n)
    const { from = 1n, to, maxCount, schema } = options ?? {}
    const upcast = schema?.versioning?.upcast
    const asked = events
      .filter(
        ({ metadata: { streamPosition } }) => streamPosition >= from && (to === undefined || streamPosition <= to),
      )
      .slice(0, maxCount === undefined ? undefined : Number(maxCount))
      // What the log has in this stream is what the caller says that it is, as in every store of emmett's.
      .map((event) => ({
        ...(upcast ? { ...event, ...upcast(event as unknown as Stored) } : event),
        kind: 'Event',
      })) as unknown as ReadEvent<E, RecordedMetadata>[]
    return { currentStreamVersion: version, events: asked, streamExists: version > 0n }
  }

  /** The version to expect in our terms. That a stream is there is looked at first; nothing takes it away again. */
  const expectedVersion = async (
    streamName: string,
    expected: ExpectedStreamVersion<bigint> = NO_CONCURRENCY_CHECK,
  ): Promise<ExpectedVersion> => {
    if (typeof expected === 'bigint') return expected
    if (expected === STREAM_DOES_NOT_EXIST) return 0n
    if (expected === STREAM_EXISTS)
      assertExpectedVersionMatchesCurrent((await log.readEnds(streamName)).version, expected, 0n)
    return 'any'
  }

  return {
    readStream: (streamName, options) => read(streamName, options),

    async aggregateStream<State, E extends Event, Stored extends Event = E>(
      streamName: string,
      options: AggregateStreamOptions<State, E, RecordedMetadata, Stored>,
    ) {
      const { events, ...found } = await read<E, Stored>(streamName, options.read)
      const evolve = options.evolve as (state: State, event: ReadEvent<E, RecordedMetadata>) => State
      return { ...found, state: events.reduce(evolve, options.initialState()) }
    },

    async appendToStream(streamName, events, options) {
      const downcast = options?.schema?.versioning?.downcast
      const stored = (downcast ? events.map(downcast) : events) as readonly object[] as readonly NewEvent[]
      const expected = await expectedVersion(streamName, options?.expectedStreamVersion)
      const { version } = await log.appendToStream(streamName, stored, { expected })
      return { nextExpectedStreamVersion: version, createdNewStream: version === BigInt(events.length) }
    },

    streamExists: async (streamName) => (await log.readEnds(streamName)).version > 0n,
  }
}
