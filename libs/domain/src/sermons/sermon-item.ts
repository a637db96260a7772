import { editableFields, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { InStream } from '../aggregate.ts'
import { type ItemKind, uuidKey } from '../item-kind.ts'
import { tagsSaid, untagged } from '../tagged.ts'
import { type SermonEvent, type SermonText, type SermonWords, sermonEvents, sermonStreams } from './events.ts'

/** A sermon as calls answer it. Verse ids are in the numbering of `version`; `book` is the English name. */
export type SermonItem = SermonWords & {
  readonly id: string
  readonly user_id: string
  readonly version: string
  readonly book: string
  readonly start_chapter: number
  readonly start_verse_id: number
  readonly end_chapter: number
  readonly end_verse_id: number
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/** The names that the editable fields have in calls. */
const WIRE_NAMES = {
  title: 'title',
  speaker: 'speaker',
  content: 'content',
  version: 'version',
  book: 'book',
  startChapter: 'start_chapter',
  startVerseId: 'start_verse_id',
  endChapter: 'end_chapter',
  endVerseId: 'end_verse_id',
  tags: 'tags',
} as const satisfies { readonly [Field in keyof SermonText]: keyof SermonItem }

type OnTheWire = { readonly [Field in keyof SermonText as (typeof WIRE_NAMES)[Field]]: SermonText[Field] }
const FIELDS = editableFields('sermon')

const onTheWire = (text: SermonText): OnTheWire =>
  Object.fromEntries(
    FIELDS.flatMap((field) => (text[field] === undefined ? [] : [[WIRE_NAMES[field], text[field]]])),
  ) as OnTheWire

/** The editable fields of a sermon, under the names that events use. */
export const textOf = (item: SermonItem): SermonText =>
  editableOf(
    'sermon',
    Object.fromEntries(FIELDS.map((field) => [field, item[WIRE_NAMES[field]]])) as unknown as SermonText,
  )

export const sermonItem = (item: SermonItem | null, event: InStream<SermonEvent>): SermonItem | null => {
  const revision = Number(event.metadata.streamPosition)
  switch (event.type) {
    case 'SermonAdded':
    case 'SermonRestored': {
      const { sermonId: id, userId, addedAt } = event.data
      const updated_at = event.type === 'SermonAdded' ? addedAt : event.data.restoredAt
      return { id, user_id: userId, ...onTheWire(event.data), created_at: addedAt, updated_at, revision }
    }
    case 'SermonEdited':
      return item && { ...untagged(item), ...onTheWire(event.data), updated_at: event.data.editedAt, revision }
    case 'SermonRemoved':
      return null
  }
}

export const sermonKind: ItemKind<SermonItem, SermonEvent> & { readonly kind: 'sermon' } = {
  kind: 'sermon',
  named: { en: 'sermon', ko: '설교를' },
  streams: sermonStreams,
  events: sermonEvents,
  keyOf: uuidKey,
  idOf: ({ data }) => data.sermonId,
  itemAfter: sermonItem,
  tagsOf: tagsSaid,
}
