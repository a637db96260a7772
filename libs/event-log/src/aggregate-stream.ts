import type { AggregateStreamOptions, AggregateStreamResult, Event, ReadEvent } from '@event-driven-io/emmett'
import type { EventLog, RecordedMetadata } from './event-log.ts'

/** Folds what `readStream` answers. The version is the stream's, whatever part of it was read. */
export async function aggregateStream<State, EventType extends Event, EventPayloadType extends Event>(
  log: Pick<EventLog, 'readStream'>,
  streamName: string,
  options: AggregateStreamOptions<State, EventType, RecordedMetadata, EventPayloadType>,
): Promise<AggregateStreamResult<State, bigint>> {
  const { events, currentStreamVersion, streamExists } = await log.readStream<EventType, EventPayloadType>(
    streamName,
    options.read,
  )
  // emmett's Evolve is a union of functions that all take what a recorded event offers.
  const evolve = options.evolve as (state: State, event: ReadEvent<EventType, RecordedMetadata>) => State
  return { currentStreamVersion, streamExists, state: events.reduce(evolve, options.initialState()) }
}
