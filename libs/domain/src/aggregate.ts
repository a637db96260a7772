import type { Command, Decider, DefaultCommandMetadata, Event } from '@event-driven-io/emmett'
import type { EventCatalog } from './event-catalog.ts'
import type { StreamNames } from './stream-names.ts'

/** An event with its place in its stream: 1 for the first. The log says it; nothing counts. */
export type InStream<E extends Event> = E & { readonly metadata: { readonly streamPosition: bigint } }

/**
 * The event with its place. The log says the place; an event that was just decided, and that is not in the log yet (emmett's
 * CommandHandler folds such), stands after the `before` events that its stream has.
 */
export const inStream = <E extends Event>(event: E, before: number): InStream<E> => {
  const known = event as E & { readonly metadata?: Partial<InStream<E>['metadata']> }
  if (known.metadata?.streamPosition !== undefined) return event as InStream<E>
  return { ...event, metadata: { streamPosition: BigInt(before + 1) } }
}

/**
 * A command of the domain: what the caller asks for, and, as metadata, what is true when it is carried out. That may be another
 * thing when the command is repeated, which is the same command all the same. `now` is a Date, as emmett has it.
 */
export type DomainCommand<
  Type extends string = string,
  Data extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  Facts extends object = object,
> = Command<Type, Data, DefaultCommandMetadata & Facts>

/**
 * One kind of thing that has a life in the log: an emmett `Decider` (initialState, evolve, decide), and what the rest of the
 * system needs to know of it. Pure: time, ids and places come in.
 *
 * What `evolve` makes must need no more of a stream than its first event and its last two: an event that changes what
 * people see carries all of it that can change, and only one that ends the thing carries nothing. So a thing that was
 * changed a thousand times is decided on as quickly as a new one (`standsOnItsEnds` in the tests proves it).
 *
 * `decide` leads to one event at most, because a repeat of the command is recognised by it; an empty list says that nothing
 * changes. It throws RuleBroken.
 */
export type Aggregate<State, C extends DomainCommand, E extends Event, Item> = Decider<State, C, E> & {
  readonly events: EventCatalog<E['type']>
  readonly streams: StreamNames
  /** The item as it is on the wire; null when there is none (not yet, or no more). */
  readonly item: (state: State) => Item | null
  /** How many there are that a person may have so many of. Without it: one, where there is an item. */
  readonly items?: (state: State) => number
}

/** An aggregate of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: a decider takes its own commands and events only, so no other type holds them all
export type AnyAggregate = Aggregate<any, any, any, any>
