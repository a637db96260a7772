import { editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { InStream } from '../aggregate.ts'
import { type ItemKind, uuidKey } from '../item-kind.ts'
import { type NoteEvent, type NoteWords, noteEvents, noteStreams } from './events.ts'

/** A note in the shape of the wire. `revision` is the place of the last event that changed it in its stream: its ETag. */
export type NoteItem = NoteWords & {
  readonly id: string
  readonly user_id: string
  /** In the numbering of `version`. */
  readonly verse_id: number
  /** The last verse, where the note is on several, in the same chapter; null: it is on one. */
  readonly end_verse_id: number | null
  /** In English. */
  readonly book: string
  readonly version: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/** The note after an event; null when there is none. */
export const noteItem = (item: NoteItem | null, event: InStream<NoteEvent>): NoteItem | null => {
  const revision = Number(event.metadata.streamPosition)
  switch (event.type) {
    case 'NoteAdded':
    case 'NoteRestored': {
      const { noteId, userId, verseId, endVerseId, version, addedAt } = event.data
      const place = parseVerseId(verseId)
      return {
        id: noteId,
        user_id: userId,
        verse_id: verseId,
        end_verse_id: endVerseId,
        book: place === null ? '' : bookName(place.book, 'en'),
        version,
        ...editableOf('note', event.data),
        created_at: addedAt,
        updated_at: event.type === 'NoteAdded' ? addedAt : event.data.restoredAt,
        revision,
      }
    }
    case 'NoteEdited':
      return item && { ...item, ...editableOf('note', event.data), updated_at: event.data.editedAt, revision }
    case 'NoteRemoved':
      return null
  }
}

export const noteKind: ItemKind<NoteItem, NoteEvent> = {
  kind: 'note',
  streams: noteStreams,
  events: noteEvents,
  keyOf: uuidKey,
  idOf: ({ data }) => data.noteId,
  itemAfter: noteItem,
}
