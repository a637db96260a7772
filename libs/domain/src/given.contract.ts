import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeciderSpecification, type Event } from '@event-driven-io/emmett'
import { expect, it } from 'vitest'
import type { Aggregate, DomainCommand, InStream } from './aggregate.ts'
import type { EventCatalog } from './event-catalog.ts'

/** Gives each event its stream position, from 1. */
export const placed = <E extends Event>(events: readonly E[]): InStream<E>[] =>
  events.map((event, index) => ({ ...event, metadata: { streamPosition: BigInt(index + 1) } }))

/**
 * emmett's DeciderSpecification over a stream: given(events).when(command).then(events), .thenThrows(...) or
 * .thenNothingHappened(). `then` has a comparison of its own, because emmett's takes 0, '' and null in a list for
 * missing values and accepts additional values (examples: given.test.ts).
 */
export const givenStreamOf = <State, C extends DomainCommand, E extends Event, Item>(
  aggregate: Aggregate<State, C, E, Item>,
) => {
  const { initialState, evolve, decide } = aggregate
  const specification = DeciderSpecification.for<C, E, State>(aggregate)
  return (events: readonly E[]) => ({
    when: (command: C) => ({
      ...specification(placed(events)).when(command),
      // biome-ignore lint/suspicious/noThenProperty: it has the name that emmett gave it, and nothing awaits it
      then: (expected: E | E[]): void => {
        const noted = (asked: C, state: State): E[] => {
          expect([decide(asked, state)].flat()).toEqual([expected].flat())
          return []
        }
        DeciderSpecification.for<C, E, State>({ initialState, evolve, decide: noted })(placed(events))
          .when(command)
          .thenNothingHappened()
      },
    }),
  })
}

const fold = <State, C extends DomainCommand, E extends Event, Item>(
  { initialState, evolve }: Aggregate<State, C, E, Item>,
  events: readonly InStream<E>[],
): State => events.reduce(evolve, initialState())

/**
 * Tests that the first event of a stream and the last two give the same state as all events. So a write needs to read
 * at most three events of a stream.
 */
export const standsOnItsEnds = <State, C extends DomainCommand, E extends Event, Item>(
  aggregate: Aggregate<State, C, E, Item>,
  streams: readonly (readonly E[])[],
): void => {
  it.each(streams.map((stream) => [stream.map(({ type }) => type).join(), stream] as const))(
    'is known by the first event and the last two of %s',
    (_types, stream) => {
      const events = placed(stream)
      const ends = events.filter((_, index) => index === 0 || index >= events.length - 2)
      expect(fold(aggregate, ends)).toEqual(fold(aggregate, events))
    },
  )
}

/** A stream of a file `recorded-events.json`, and the item of its events. The file has every shape ever shipped. */
export type RecordedStream = {
  readonly events: readonly { readonly type: string; readonly schemaVersion: number; readonly data: object }[]
  readonly item: unknown
}

/** The recorded streams of a kind, from the folder of its item. */
export const recordedEventsOf = (kind: string): { readonly streams: readonly RecordedStream[] } => {
  const isOfKind = (folder: string) => existsSync(join(import.meta.dirname, folder, `${kind}-item.ts`))
  const folder = readdirSync(import.meta.dirname).find(isOfKind) ?? kind
  return JSON.parse(readFileSync(join(import.meta.dirname, folder, 'recorded-events.json'), 'utf8'))
}

/** A recorded stream's events as the log answers them: in the present shape, with their positions. */
export const asReadToday = <E extends Event>(catalog: EventCatalog<E['type']>, stream: RecordedStream): InStream<E>[] =>
  placed(
    stream.events.map(({ type, schemaVersion, data }) => {
      const kind = catalog[type as E['type']]
      const missing = schemaVersion < kind.schemaVersion ? kind.upcast?.({ ...data }, schemaVersion) : {}
      return { type, data: { ...data, ...missing } } as E
    }),
  )

/**
 * Tests that recorded events of every shape still make the recorded item, and that each event type and version has a
 * sample.
 */
export const keepsWhatWasRecorded = <State, C extends DomainCommand, E extends Event, Item>(
  aggregate: Aggregate<State, C, E, Item>,
  streams: readonly RecordedStream[],
): void => {
  it('is what every shape of event ever recorded made it', () => {
    const items = streams.map((stream) => aggregate.item(fold(aggregate, asReadToday<E>(aggregate.events, stream))))
    expect(items).toEqual(streams.map(({ item }) => item))
  })
  it('has a recorded sample of every shape of event', () => {
    const samples = streams.flatMap(({ events }) => events.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`))
    const shapes = Object.entries<{ schemaVersion: number }>(aggregate.events).flatMap(([type, { schemaVersion }]) =>
      Array.from({ length: schemaVersion }, (_, before) => `${type} ${before + 1}`),
    )
    expect([...new Set(samples)].sort()).toEqual(shapes.sort())
  })
}
