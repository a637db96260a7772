import type { Command, Event } from '@event-driven-io/emmett'
import type { EventCatalog } from './event-catalog.ts'

/** An event with its place in its stream: 1 for the first. The log says it; nobody counts. */
export type Placed<E extends Event> = E & { readonly metadata: { readonly streamPosition: bigint } }

/**
 * A command of the domain: what somebody asks for, and, as metadata, what is true when it is carried out. That may be another
 * thing when the command is repeated, which is the same command all the same. `now`: ISO 8601, UTC.
 */
export type DomainCommand<
  Type extends string = string,
  Data extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  Facts extends object = object,
> = Command<Type, Data, { now: string } & Facts>

/**
 * One kind of thing that has a life in the log. Pure: time, ids and places come in.
 *
 * What `evolve` makes must need no more of a stream than its first event and its last two: an event that changes what
 * people see carries all of it that can change, and only one that ends the thing carries nothing. So a thing that was
 * changed a thousand times is decided on as quickly as a new one (`standsOnItsEnds` in the tests proves it).
 */
export type Aggregate<State, C extends DomainCommand, E extends Event, Item> = {
  readonly events: EventCatalog<E['type']>
  readonly initialState: () => State
  readonly evolve: (state: State, event: Placed<E>) => State
  /**
   * The event that the command leads to; an empty list when it changes nothing. One at most: by it a repeat of the command is
   * recognised. Throws RuleBroken.
   */
  readonly decide: (command: C, state: State) => E | readonly []
  /** The item as it is on the wire; null when there is none (not yet, or no more). */
  readonly item: (state: State) => Item | null
  /** How many there are that a person may have so many of. Without it: one, where there is an item. */
  readonly items?: (state: State) => number
}
