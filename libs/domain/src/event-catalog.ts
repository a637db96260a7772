type Data = Readonly<Record<string, unknown>>

/** The effect of an event on an item, as histories show it. */
export type Action = 'added' | 'edited' | 'removed' | 'restored'

/** The facts about an event type that the rest of the system needs. */
export type EventKind = {
  /** The version of the shape of `data`: from 1, raised for each released shape. */
  readonly schemaVersion: number
  /** Fields of `data` that are personal, to be sealed under the user's key. Lists only grow: an old event may have any of them. */
  readonly personal: readonly string[]
  /** The effect on an item; absent for events about no item (an account's). */
  readonly action?: Action
  /**
   * Answers the fields that an event of an older shape lacks; it runs when the event is read. It must not read personal fields,
   * because decrypting those costs the most.
   */
  readonly upcast?: (data: Data, schemaVersion: number) => Data
  /** Whether the event is still read after its user's key is destroyed, unlike the user's other events. */
  readonly outlivesKey?: true
}

export type EventCatalog<Type extends string = string> = Readonly<Record<Type, EventKind>>
/** A catalog of events that each change an item. */
export type ItemEventCatalog<Type extends string = string> = Readonly<
  Record<Type, EventKind & { readonly action: Action }>
>
