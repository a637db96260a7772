type Data = Readonly<Record<string, unknown>>

/** What an event did to an item, as its history says it. */
export type Action = 'added' | 'edited' | 'removed' | 'restored'

/** What the rest of the system must know of an event type without knowing the type. */
export type EventKind = {
  /** Version of the shape of `data`: from 1, one higher for each shape shipped. */
  readonly schemaVersion: number
  /** Fields of `data` that are personal, to be sealed under the user's key. Lists only grow: an old event may have any of them. */
  readonly personal: readonly string[]
  /** What it did to an item; absent for events that are about no item (an account's). */
  readonly action?: Action
  /**
   * What an event of an older shape lacks: fields to be set over its own when it is read. Reads no personal field: opening
   * those costs more than all else.
   */
  readonly upcast?: (data: Data, schemaVersion: number) => Data
  /** Whether the event still arrives once its user's key is destroyed and all else of theirs is passed over. */
  readonly outlivesKey?: true
}

export type EventCatalog<Type extends string = string> = Readonly<Record<Type, EventKind>>
/** The same for events each of which did something to an item. */
export type ItemEventCatalog<Type extends string = string> = Readonly<
  Record<Type, EventKind & { readonly action: Action }>
>
