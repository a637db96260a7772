import type { Command, Decider, DefaultCommandMetadata, Event } from '@event-driven-io/emmett'
import type { EventCatalog } from './event-catalog.ts'
import type { StreamNames } from './stream-names.ts'

/**
 * An event with its position in its stream: 1 for the first. The position comes from the log and is not counted, because a state
 * may be folded from the stream's ends.
 */
export type InStream<E extends Event> = E & { readonly metadata: { readonly streamPosition: bigint } }

/**
 * The event with its stream position. An event that is not in the log yet (emmett's CommandHandler folds such events) comes after
 * the `before` events of its stream.
 */
export const inStream = <E extends Event>(event: E, before: number): InStream<E> => {
  const known = event as E & { readonly metadata?: Partial<InStream<E>['metadata']> }
  if (known.metadata?.streamPosition !== undefined) return event as InStream<E>
  return { ...event, metadata: { streamPosition: BigInt(before + 1) } }
}

/**
 * A command of the domain: what the caller asks for, and, as metadata, the facts at the time when it is carried out. A repeat may
 * have other facts and is still the same command. `now` is a Date, as emmett has it.
 */
export type DomainCommand<
  Type extends string = string,
  Data extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  Facts extends object = object,
> = Command<Type, Data, DefaultCommandMetadata & Facts>

/**
 * One kind of thing with events: an emmett `Decider` (initialState, evolve, decide), and what the rest of the system needs to know
 * of it. It is pure: time, ids and places are arguments.
 * `evolve` must need only the first event of a stream and the last two: an event that changes something visible carries all
 * changeable fields, and only an event that removes the thing carries none. So a decision takes the same time after a thousand changes
 * (`standsOnItsEnds` in the tests proves it).
 * `decide` leads to one event at most, because a repeat of the command is recognised by that event; an empty list means that
 * nothing changes. It throws RuleBroken.
 */
export type Aggregate<State, C extends DomainCommand, E extends Event, Item> = Decider<State, C, E> & {
  readonly events: EventCatalog<E['type']>
  readonly streams: StreamNames
  /** The item as calls answer it. Null if there is none yet, or no longer one. */
  readonly item: (state: State) => Item | null
  /** The number of items that count for a person's limit. If it is absent, an existing item counts as one. */
  readonly items?: (state: State) => number
}

/** An aggregate of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: a decider takes its own commands and events only, so no other type holds them all
export type AnyAggregate = Aggregate<any, any, any, any>
