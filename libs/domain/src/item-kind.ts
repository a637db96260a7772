import type { Event } from '@event-driven-io/emmett'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { DomainCommand, InStream } from './aggregate.ts'
import type { Action, ItemEventCatalog } from './event-catalog.ts'
import { RuleBroken } from './rule.ts'
import type { StreamNames } from './stream-names.ts'

/** The facts about a kind of item that need no decision: its events, their streams, and the items made from them. */
export type ItemKind<Item, E extends Event> = {
  /** The kind's name in calls and documents. */
  readonly kind: HistoryKind
  /**
   * The kind's name as the object of a sentence: "note" in "opened your note", and in Korean with its particle: 메모를.
   */
  readonly named: { readonly en: string; readonly ko: string }
  readonly streams: StreamNames
  readonly events: ItemEventCatalog<E['type']>
  /** The stream key of the item with this id. Null if the text is no id of this kind. */
  readonly keyOf: (id: string) => string | null
  /** The id of the item that an event concerns. The function reads no personal field. */
  readonly idOf: (event: E) => string
  /**
   * The item after an event. Null if the event removed it. Commands answer with this item, and read models store it.
   */
  readonly itemAfter: (item: Item | null, event: InStream<E>) => Item | null
  /**
   * The item with this id after an event that may concern another item of the stream (the highlights of a verse). The
   * function is absent if each item has a stream of its own.
   */
  readonly itemOf?: (event: InStream<E>, id: string) => Item | null
  /**
   * The stream position of the event that made the item, or null if `event` does not have that position. The function
   * is absent if each item has a stream of its own and is made once; the position is then 1.
   */
  readonly madeAt?: (event: InStream<E>, id: string) => number | null
  /** The tags of the event's item after the event. The function is absent if the kind has no tags. */
  readonly tagsOf?: (event: E) => readonly string[]
}

/** The stream position of the event that made the item, or null if these events do not have that position. */
export const placeOfMaking = <Item, E extends Event>(
  { madeAt }: ItemKind<Item, E>,
  events: readonly InStream<E>[],
  id: string,
): number | null => (madeAt ? events.reduce((known, event) => madeAt(event, id) ?? known, null as number | null) : 1)

/** An item as calls answer it. An item of a kind with tags always has the field `tags`. */
export const asShown = <Item extends object | null>(kind: object, item: Item): Item =>
  'tagsOf' in kind && item !== null ? { tags: [], ...item } : item

/**
 * The item right after the last of `events`. If that event removed the item, the answer is the item as it was before.
 * Null if that event concerns another item. `events`: the first event of the item's stream, and any later ones in their
 * order.
 */
export const itemAsOf = <Item, E extends Event>(
  { idOf, itemAfter, itemOf }: ItemKind<Item, E>,
  events: readonly InStream<E>[],
  id: string,
): Item | null => {
  const last = events.at(-1)
  if (last === undefined || idOf(last) !== id) return null
  const after = (item: Item | null, event: InStream<E>) => (itemOf ? itemOf(event, id) : itemAfter(item, event)) ?? item
  return events.reduce(after, null as Item | null)
}

/**
 * The fields of an event that hold a time. If an event has two of them, the first in this list is the event's own time.
 */
const TIMES = ['restoredAt', 'editedAt', 'changedAt', 'removedAt', 'at', 'addedAt'] as const

/** The time of a change (ISO 8601, UTC). For an imported change it is the original time. */
export const timeOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }): string =>
  String(data[TIMES.find((name) => typeof data[name] === 'string') ?? 'at'] ?? '')

// biome-ignore lint/suspicious/noExplicitAny: each kind maps its own events to its own items, so no other type holds them all
export type AnyItemKind = ItemKind<any, any>

/** Restores an item to an earlier state. `item`: that state. */
export type Restore<Item, Facts extends object = object> = DomainCommand<
  'Restore',
  { readonly userId: string; readonly item: Item },
  Facts & {
    /** The stream position of the event that made the item (placeOfMaking). */
    readonly madeAt: number | null
  }
>

/**
 * Renames an item's tag. A null `to` removes the tag. If the item has a tag of the new name, the two become one. `id`:
 * the item's id.
 */
export type Retag = DomainCommand<
  'Retag',
  { readonly userId: string; readonly id: string; readonly tag: string; readonly to: string | null }
>

/**
 * Imports a change. `item`: the item after the change, or null for a removal. `after`: the revision that the change
 * followed, or null if the file has only the item's last state.
 */
export type Import<Item, Facts extends object = object> = DomainCommand<
  'Import',
  {
    readonly userId: string
    readonly id: string
    readonly action: Action
    readonly at: string
    readonly item: Item | null
    readonly after: number | null
  },
  Facts
>

/** The refusals of an import: an equal item exists already; a different item exists; the item has another history. */
export const importedAlready = () => new RuleBroken('conflict', 'import_same', 'This is here already.')
export const importDiffers = () =>
  new RuleBroken('conflict', 'import_differs', 'What is here is different, and was kept.')
export const otherHistory = () =>
  new RuleBroken('conflict', 'import_other_history', 'This item has a different history here.')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The stream key of an item whose id is a UUID and that has a stream of its own. Null for any other id. */
export const uuidKey = (id: string): string | null => (UUID.test(id) ? id.toLowerCase() : null)
