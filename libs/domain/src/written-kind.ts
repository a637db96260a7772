import type { Event } from '@event-driven-io/emmett'
import { type Editable, type EditableKind, editableFields, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { InStream } from './aggregate.ts'
import type { Action, EventKind, ItemEventCatalog } from './event-catalog.ts'
import { type ItemKind, uuidKey } from './item-kind.ts'
import { streamsNamed } from './stream-names.ts'
import { tagsSaid, untagged } from './tagged.ts'

/**
 * An item that people write, with the field names of the calls. `revision`: the stream position of the last event that
 * changed the item. The revision is the item's ETag.
 */
export type WrittenItem<Kind extends EditableKind> = Editable[Kind] & {
  readonly id: string
  readonly user_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/** The ids of an event's item and of the item's owner. The name of the item's field is made of the kind: `noteId`. */
export type OwnedBy<Kind extends string> = { readonly [Field in `${Kind}Id`]: string } & { readonly userId: string }

/** emmett requires an index signature in `data`. TypeScript does not infer one for a type that depends on the kind. */
export type Data = Readonly<Record<string, unknown>>
type EventOf<Kind extends EditableKind, What extends string, Said> = Event<`${Capitalize<Kind>}${What}`, Said & Data>

/** An item was written. Times are ISO 8601, UTC. `Place`: the fields of the event that say where the item belongs. */
type Added<Kind extends EditableKind, Place = OwnedBy<Kind>> = EventOf<
  Kind,
  'Added',
  Place & Editable[Kind] & { readonly addedAt: string }
>
/** The item was edited. The event has all editable fields after the edit. */
type Edited<Kind extends EditableKind, Place = OwnedBy<Kind>> = EventOf<
  Kind,
  'Edited',
  Place & Editable[Kind] & { readonly editedAt: string }
>
type Removed<Kind extends EditableKind, Place> = EventOf<Kind, 'Removed', Place & { readonly removedAt: string }>
/**
 * The item was restored to an earlier state, perhaps after its removal. `addedAt`: the time when the item was first
 * added.
 */
type Restored<Kind extends EditableKind, Place> = EventOf<
  Kind,
  'Restored',
  Place & Editable[Kind] & { readonly addedAt: string; readonly restoredAt: string }
>
/** `KnownPlace`: the place in events that edit or remove an item. In old events it may lack values that `Place` has. */
export type WrittenEvent<Kind extends EditableKind, Place = OwnedBy<Kind>, KnownPlace = Place> =
  | Added<Kind, Place>
  | Edited<Kind, KnownPlace>
  | Removed<Kind, KnownPlace>
  | Restored<Kind, Place>

const ACTIONS: readonly Action[] = ['added', 'edited', 'removed', 'restored']

/** The word with a capital, as in the names of events and commands: Note, for NoteAdded. */
export const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>

/** The fields that the item takes from events of all types. An event has only those of its own type. */
type Said = {
  readonly userId: string
  readonly addedAt: string
  readonly editedAt: string
  readonly restoredAt: string
}

/**
 * Makes a kind whose items people write. Each item has a UUID and a stream of its own. The result has the stream names,
 * the events (for a note: NoteAdded, NoteEdited, NoteRemoved, NoteRestored) and the mapping from events to items. All
 * editable fields are personal, so the log seals them. `shapes`: the schema version of each event that no longer has
 * its first shape, and the upcast from older shapes. `placed`: reads the item's place from an event. Without `placed`
 * the items have no place.
 */
export const writtenKind = <
  Kind extends EditableKind,
  Item extends WrittenItem<Kind> = WrittenItem<Kind>,
  E extends Event = WrittenEvent<Kind>,
>({
  kind,
  named,
  shapes = {},
  placed = () => ({}),
}: {
  readonly kind: Kind
  readonly named: ItemKind<Item, E>['named']
  readonly shapes?: { readonly [Each in Action]?: Pick<EventKind, 'schemaVersion' | 'upcast'> }
  readonly placed?: (data: Data) => object
}): ItemKind<Item, E> & { readonly kind: Kind } => {
  const personal = editableFields(kind)
  const catalogue: ItemEventCatalog = Object.fromEntries(
    ACTIONS.map((action) => [
      `${capitalized(kind)}${capitalized(action)}`,
      { schemaVersion: 1, ...shapes[action], action, personal: action === 'removed' ? [] : personal },
    ]),
  )
  const idOf = ({ data }: E) => String((data as Data)[`${kind}Id`])
  const itemAfter = (item: Item | null, event: InStream<E>) => {
    const action = catalogue[event.type]?.action
    if (action === 'removed') return null
    const data = event.data as unknown as Said & Editable[Kind] & Data
    const words = editableOf(kind, data)
    const revision = Number(event.metadata.streamPosition)
    if (action === 'edited') return item && { ...untagged(item), ...words, updated_at: data.editedAt, revision }
    const whole: unknown = {
      ...{ id: idOf(event), user_id: data.userId },
      ...placed(data),
      ...words,
      created_at: data.addedAt,
      updated_at: action === 'added' ? data.addedAt : data.restoredAt,
      revision,
    }
    return whole as Item
  }
  return {
    ...{ kind, named, idOf, itemAfter, keyOf: uuidKey, streams: streamsNamed(kind), tagsOf: tagsSaid },
    events: catalogue as ItemKind<Item, E>['events'],
  }
}
