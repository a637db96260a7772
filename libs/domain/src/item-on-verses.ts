import type { Event } from '@event-driven-io/emmett'
import { type Editable, type EditableKind, editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { InStream } from './aggregate.ts'
import type { Action, EventKind, ItemEventCatalog } from './event-catalog.ts'
import { type ItemKind, uuidKey } from './item-kind.ts'
import { streamsNamed } from './stream-names.ts'
import { tagsSaid, untagged } from './tagged.ts'

/** An item on verses, as calls answer it. `revision`: the place in its stream of the last event that changed it, its ETag. */
export type ItemOnVerses<Kind extends EditableKind> = Editable[Kind] & {
  readonly id: string
  readonly user_id: string
  /** In the numbering of `version`. */
  readonly verse_id: number
  /** The last verse of several, in the same chapter; null: one verse. */
  readonly end_verse_id: number | null
  /** In English. */
  readonly book: string
  readonly version: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/**
 * The place of an item: a verse, or a range up to `endVerseId` in the same chapter (null: one verse). Ids are in the numbering of
 * `version`. The field of the item's id has the kind's name: `noteId`.
 */
export type PlaceOf<Kind extends string> = { readonly [Field in `${Kind}Id`]: string } & {
  readonly userId: string
  readonly verseId: number
  readonly endVerseId: number | null
  readonly version: string
}
/** The place in events that change or remove an item: those of schema version 1 may lack the version. */
type KnownPlaceOf<Kind extends string> = Omit<PlaceOf<Kind>, 'version'> & { readonly version: string | null }

/** emmett requires an index signature of data, which a type that depends on the kind does not have. */
export type Data = Readonly<Record<string, unknown>>
type EventOf<Kind extends EditableKind, What extends string, Said> = Event<`${Capitalize<Kind>}${What}`, Said & Data>

/** An item was written on verses. Times are ISO 8601, UTC. */
export type AddedOnVerses<Kind extends EditableKind> = EventOf<
  Kind,
  'Added',
  PlaceOf<Kind> & Editable[Kind] & { readonly addedAt: string }
>
/** All editable fields have these values now. */
export type EditedOnVerses<Kind extends EditableKind> = EventOf<
  Kind,
  'Edited',
  KnownPlaceOf<Kind> & Editable[Kind] & { readonly editedAt: string }
>
type RemovedOnVerses<Kind extends EditableKind> = EventOf<
  Kind,
  'Removed',
  KnownPlaceOf<Kind> & { readonly removedAt: string }
>
/** The item was restored to an earlier state, perhaps after its removal. `addedAt` is that of its first event. */
type RestoredOnVerses<Kind extends EditableKind> = EventOf<
  Kind,
  'Restored',
  PlaceOf<Kind> & Editable[Kind] & { readonly addedAt: string; readonly restoredAt: string }
>
export type EventOnVerses<Kind extends EditableKind> =
  | AddedOnVerses<Kind>
  | EditedOnVerses<Kind>
  | RemovedOnVerses<Kind>
  | RestoredOnVerses<Kind>

/** The fields of all these events. Their action says which of the fields are there. */
type Said<Kind extends EditableKind> = PlaceOf<string> &
  Editable[Kind] & { readonly addedAt: string; readonly editedAt: string; readonly restoredAt: string }

const ACTIONS: readonly Action[] = ['added', 'edited', 'removed', 'restored']

/** The kind's name as events and commands have it: Note, for NoteAdded. */
export const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>

export type KindOnVerses<Kind extends EditableKind> = ItemKind<ItemOnVerses<Kind>, EventOnVerses<Kind>> & {
  readonly kind: Kind
}

/**
 * A kind whose items people write on verses, each under a UUID and in its own stream: streams, events (NoteAdded, NoteEdited,
 * NoteRemoved, NoteRestored) and items. `personal`: the fields that people write. `shapes`: of each event whose shape has changed,
 * the present schema version, and the fields that an older event lacks.
 */
export const kindOnVerses = <Kind extends EditableKind>({
  kind,
  named,
  personal,
  shapes = {},
}: {
  readonly kind: Kind
  readonly named: KindOnVerses<Kind>['named']
  readonly personal: readonly (keyof Editable[Kind] & string)[]
  readonly shapes?: { readonly [Each in Action]?: Pick<EventKind, 'schemaVersion' | 'upcast'> }
}): KindOnVerses<Kind> => {
  const catalogue: ItemEventCatalog = Object.fromEntries(
    ACTIONS.map((action) => [
      `${capitalized(kind)}${capitalized(action)}`,
      { schemaVersion: 1, ...shapes[action], action, personal: action === 'removed' ? [] : personal },
    ]),
  )
  const idOf = ({ data }: EventOnVerses<Kind>) => String((data as Data)[`${kind}Id`])
  const itemAfter = (item: ItemOnVerses<Kind> | null, event: InStream<EventOnVerses<Kind>>) => {
    const action = catalogue[event.type]?.action
    if (action === 'removed') return null
    const data = event.data as unknown as Said<Kind>
    const words = editableOf(kind, data)
    const revision = Number(event.metadata.streamPosition)
    if (action === 'edited') return item && { ...untagged(item), ...words, updated_at: data.editedAt, revision }
    const place = parseVerseId(data.verseId)
    const whole: unknown = {
      id: idOf(event),
      user_id: data.userId,
      verse_id: data.verseId,
      end_verse_id: data.endVerseId,
      book: place === null ? '' : bookName(place.book, 'en'),
      version: data.version,
      ...words,
      created_at: data.addedAt,
      updated_at: action === 'added' ? data.addedAt : data.restoredAt,
      revision,
    }
    return whole as ItemOnVerses<Kind>
  }
  return {
    ...{ kind, named, idOf, itemAfter, keyOf: uuidKey, streams: streamsNamed(kind), tagsOf: tagsSaid },
    events: catalogue as KindOnVerses<Kind>['events'],
  }
}
