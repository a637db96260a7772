type Data = Readonly<Record<string, unknown>>

/** The effect of an event on an item, as histories show it. */
export type Action = 'added' | 'edited' | 'removed' | 'restored'

/** The facts about an event type: the shape of its data, the fields that are sealed, and its effect. */
export type EventKind = {
  /** The version of the shape of `data`, from 1. A new optional field does not raise it. */
  readonly schemaVersion: number
  /**
   * Fields of `data` that are sealed under the user's key. A field stays in this list for ever, because old events may
   * have it.
   */
  readonly personal: readonly string[]
  /** The effect on an item. Absent for events that concern no item, such as an account's. */
  readonly action?: Action
  /**
   * Returns the fields that an event of an older schema version lacks, when the event is read. It must not read
   * personal fields of `data`: that would decrypt them for every reader, and decryption takes most of the time of a
   * rebuild.
   */
  readonly upcast?: (data: Data, schemaVersion: number) => Data
  /** Whether the event is still read after its user's key is destroyed, unlike the user's other events. */
  readonly outlivesKey?: true
}

export type EventCatalog<Type extends string = string> = Readonly<Record<Type, EventKind>>
/** The catalog of a kind of item: each event changes an item. */
export type ItemEventCatalog<Type extends string = string> = Readonly<
  Record<Type, EventKind & { readonly action: Action }>
>
