import type { Event } from '@event-driven-io/emmett'
import { type Editable, type EditableKind, editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { InStream } from './aggregate.ts'
import type { Action, EventKind, ItemEventCatalog } from './event-catalog.ts'
import { type ItemKind, uuidKey } from './item-kind.ts'
import { streamsNamed } from './stream-names.ts'
import { tagsSaid, untagged } from './tagged.ts'

/** An item that people write on verses, in the shape of the wire. `revision` is the place of the last event that changed it in its stream: its ETag. */
export type ItemOnVerses<Kind extends EditableKind> = Editable[Kind] & {
  readonly id: string
  readonly user_id: string
  /** In the numbering of `version`. */
  readonly verse_id: number
  /** The last verse, where the item is on several, in the same chapter; null: it is on one. */
  readonly end_verse_id: number | null
  /** In English. */
  readonly book: string
  readonly version: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/**
 * Where an item belongs: a verse, or all verses up to `endVerseId`, which is in the same chapter (null: one verse). Ids are in the
 * numbering of `version`. The field of the item's id is named for its kind: `noteId`.
 */
export type PlaceOf<Kind extends string> = { readonly [Field in `${Kind}Id`]: string } & {
  readonly userId: string
  readonly verseId: number
  readonly endVerseId: number | null
  readonly version: string
}
/** The same, as events say it that change or remove an item: those of a first schema version may not have said the version. */
type KnownPlaceOf<Kind extends string> = Omit<PlaceOf<Kind>, 'version'> & { readonly version: string | null }

/** The index signature is what emmett asks of data; a type that depends on the kind does not show it. */
export type Data = Readonly<Record<string, unknown>>
type EventOf<Kind extends EditableKind, What extends string, Said> = Event<`${Capitalize<Kind>}${What}`, Said & Data>

/** An item was written on verses. Times are ISO 8601, UTC. */
export type AddedOnVerses<Kind extends EditableKind> = EventOf<
  Kind,
  'Added',
  PlaceOf<Kind> & Editable[Kind] & { readonly addedAt: string }
>
/** All of it that can be edited became this. */
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
/** The item became what it was before, all of it, also where it was removed in between. `addedAt` is that of its first event. */
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

/** What any such event says, whichever it is; which fields it has, its action says. */
type Said<Kind extends EditableKind> = PlaceOf<string> &
  Editable[Kind] & { readonly addedAt: string; readonly editedAt: string; readonly restoredAt: string }

const ACTIONS: readonly Action[] = ['added', 'edited', 'removed', 'restored']

/** As the names of events and commands have it: Note, for NoteAdded. */
export const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>

export type KindOnVerses<Kind extends EditableKind> = ItemKind<ItemOnVerses<Kind>, EventOnVerses<Kind>> & {
  readonly kind: Kind
}

/**
 * A kind whose items people write on verses, each under a UUID and in a stream of its own: its streams, its events (NoteAdded, NoteEdited,
 * NoteRemoved, NoteRestored) and the items that they make.
 *
 * `personal`: which of its fields people wrote. `shapes`: of the events that had another shape before, their schema version today, and what
 * an older one lacks.
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
