import type { Event } from '@event-driven-io/emmett'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { DomainCommand, InStream } from './aggregate.ts'
import type { Action, ItemEventCatalog } from './event-catalog.ts'
import { RuleBroken } from './rule.ts'
import type { StreamNames } from './stream-names.ts'

/** What can be known of a kind of item without deciding anything about it: its events, where they are, and what they make. */
export type ItemKind<Item, E extends Event> = {
  /** Its name, as calls and documents have it. */
  readonly kind: HistoryKind
  /** What people call one of them, as the object of a sentence: (opened your) note, 메모를. */
  readonly named: { readonly en: string; readonly ko: string }
  readonly streams: StreamNames
  readonly events: ItemEventCatalog<E['type']>
  /** The key of the stream (of a person) that keeps the item of this id; null when that is no id of this kind. */
  readonly keyOf: (id: string) => string | null
  /** The id of the item that an event is about. Reads no personal field. */
  readonly idOf: (event: E) => string
  /**
   * The item after an event; null when it is gone. The one mapping from event to item: a command answers with what it makes,
   * and the read models keep it.
   */
  readonly itemAfter: (item: Item | null, event: InStream<E>) => Item | null
  /**
   * The item of this id after an event of its stream that may be about another item: where a stream keeps several (the
   * highlights of a verse). Without it: each has a stream of its own.
   */
  readonly itemOf?: (event: InStream<E>, id: string) => Item | null
  /**
   * The place in its stream of the event that made the item of this id, as far as this event says it; null: it does not. Without it: 1,
   * for each has a stream of its own and is made once.
   */
  readonly madeAt?: (event: InStream<E>, id: string) => number | null
  /** The tags of the item that an event is about, after it. Without it: the kind has no tags. */
  readonly tagsOf?: (event: E) => readonly string[]
}

/** The place in their stream of the event that made the item of this id, as far as these events say it; null: they do not. */
export const placeOfMaking = <Item, E extends Event>(
  { madeAt }: ItemKind<Item, E>,
  events: readonly InStream<E>[],
  id: string,
): number | null => (madeAt ? events.reduce((known, event) => madeAt(event, id) ?? known, null as number | null) : 1)

/** An item of a kind as its calls show it: `tags` is there, also where it has none. */
export const asShown = <Item extends object | null>(kind: object, item: Item): Item =>
  'tagsOf' in kind && item !== null ? { tags: [], ...item } : item

/**
 * What an item was right after the last of these events of its stream: its first one, and the last up to there (an
 * aggregate's ends suffice). After its removal it is what was removed. null: that event is about no item of this id.
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

/** The names under which events say when they happened; an event that says two of these says the item's beginning last. */
const TIMES = ['restoredAt', 'editedAt', 'changedAt', 'removedAt', 'at', 'addedAt'] as const

/** When a change of an item happened, as its event says it (ISO 8601, UTC): for one that was imported, where it was made first. */
export const timeOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }): string =>
  String(data[TIMES.find((name) => typeof data[name] === 'string') ?? 'at'] ?? '')

/** A kind of any items. */
// biome-ignore lint/suspicious/noExplicitAny: each kind maps its own events to its own items, so no other type holds them all
export type AnyItemKind = ItemKind<any, any>

/** Brings an item back to what it was: `item` is what it was, of whichever revision. */
export type Restore<Item, Facts extends object = object> = DomainCommand<
  'Restore',
  { readonly userId: string; readonly item: Item },
  Facts & {
    /** The place in its stream of the event that made the item (placeOfMaking). */
    readonly madeAt: number | null
  }
>

/**
 * Gives an item's tag another name, or (`to` null) takes it away. Two tags of one name become one, and what is named so already stays.
 * `id`: of the item.
 */
export type Retag = DomainCommand<
  'Retag',
  { readonly userId: string; readonly id: string; readonly tag: string; readonly to: string | null }
>

/**
 * Makes a change that was made elsewhere: `item` is what the item was after it, null where it was removed. `after`: the revision on which
 * it was made, where an item comes with its whole history; null: the item comes as it is, and nothing of how it became so.
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

/** Why a change from elsewhere is not made: it is here already; something else is here; what is here has a history of its own. */
export const importedAlready = () => new RuleBroken('conflict', 'import_same', 'This is here already.')
export const importDiffers = () =>
  new RuleBroken('conflict', 'import_differs', 'What is here is different, and was kept.')
export const otherHistory = () =>
  new RuleBroken('conflict', 'import_other_history', 'This item has a different history here.')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The key where items are named by a UUID and each has a stream of its own. */
export const uuidKey = (id: string): string | null => (UUID.test(id) ? id.toLowerCase() : null)
