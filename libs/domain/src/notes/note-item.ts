import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Placed } from '../aggregate.ts'
import type { NoteEvent } from './events.ts'

/** A note in the shape of the wire. `revision` is the place of the last event that changed it in its stream: its ETag. */
export type NoteItem = {
  readonly id: string
  readonly user_id: string
  /** In the numbering of `version`. */
  readonly verse_id: number
  readonly text: string
  /** In English. */
  readonly book: string
  readonly title: string | null
  readonly version: string
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/**
 * The note after an event; null when there is none. The one mapping from event to item: a command answers with what it
 * makes, and the read models keep it.
 */
export const noteItem = (item: NoteItem | null, event: Placed<NoteEvent>): NoteItem | null => {
  const revision = Number(event.metadata.streamPosition)
  switch (event.type) {
    case 'NoteAdded': {
      const { noteId, userId, verseId, version, title, text, addedAt } = event.data
      const place = parseVerseId(verseId)
      return {
        id: noteId,
        user_id: userId,
        verse_id: verseId,
        text,
        book: place === null ? '' : bookName(place.book, 'en'),
        title,
        version,
        created_at: addedAt,
        updated_at: addedAt,
        revision,
      }
    }
    case 'NoteEdited': {
      const { title, text, editedAt } = event.data
      return item && { ...item, title, text, updated_at: editedAt, revision }
    }
    case 'NoteRemoved':
      return null
  }
}
