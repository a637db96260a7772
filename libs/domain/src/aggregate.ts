import type { Command, Decider, DefaultCommandMetadata, Event } from '@event-driven-io/emmett'
import type { EventCatalog } from './event-catalog.ts'
import type { StreamNames } from './stream-names.ts'

/**
 * An event with its position in its stream, from 1. The position comes from the log. Counting the events would be
 * wrong, because a state may be folded from the first and the last events alone.
 */
export type InStream<E extends Event> = E & { readonly metadata: { readonly streamPosition: bigint } }

/**
 * The event with its stream position. Events from the log have one. emmett's CommandHandler also folds events that are
 * not in the log yet. They get the position after `before`, the number of earlier events in the stream.
 */
export const inStream = <E extends Event>(event: E, before: number): InStream<E> => {
  const known = event as E & { readonly metadata?: Partial<InStream<E>['metadata']> }
  if (known.metadata?.streamPosition !== undefined) return event as InStream<E>
  return { ...event, metadata: { streamPosition: BigInt(before + 1) } }
}

/**
 * A command of the domain. `Data`: what the caller asks for. `Facts`: metadata about the moment of the decision, which
 * may differ when the command is repeated. `now` is a Date, as in emmett.
 */
export type DomainCommand<
  Type extends string = string,
  Data extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  Facts extends object = object,
> = Command<Type, Data, DefaultCommandMetadata & Facts>

/**
 * One kind of thing with events: an emmett `Decider` (initialState, evolve, decide), and facts about the kind for other
 * modules. The functions are pure: they get time and ids as arguments.
 * `evolve` must need only the first event of a stream and the last two, so that a decision takes the same time after a
 * thousand changes. Therefore an event that changes something visible has all changeable fields. Only a removal may
 * lack them. `standsOnItsEnds` tests this.
 * `decide` returns at most one event, because a repeat of the command is recognised by that event. An empty list means
 * that nothing changes. `decide` throws RuleBroken.
 */
export type Aggregate<State, C extends DomainCommand, E extends Event, Item> = Decider<State, C, E> & {
  readonly events: EventCatalog<E['type']>
  readonly streams: StreamNames
  /** The item as calls answer it. Null before the item is added and after it is removed. */
  readonly item: (state: State) => Item | null
  /** The number of items that count for a person's limit. If it is absent, an existing item counts as one. */
  readonly items?: (state: State) => number
}

// biome-ignore lint/suspicious/noExplicitAny: a decider takes its own commands and events only, so no other type holds them all
export type AnyAggregate = Aggregate<any, any, any, any>
