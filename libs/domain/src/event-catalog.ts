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
   * The fields that an event of an older shape lacks, set when it is read. It must not read personal fields, because decrypting
   * those costs the most.
   */
  readonly upcast?: (data: Data, schemaVersion: number) => Data
  /** Whether the event is still read after its user's key is destroyed, unlike all others of theirs. */
  readonly outlivesKey?: true
}

export type EventCatalog<Type extends string = string> = Readonly<Record<Type, EventKind>>
/** The same for events that each change an item. */
export type ItemEventCatalog<Type extends string = string> = Readonly<
  Record<Type, EventKind & { readonly action: Action }>
>
