import type { Note } from '@pathlight/contracts/notes.ts'
import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

/** A note as the wire has it, and the chapter it is found by: book index 1 to 66 and chapter, in the numbering of its version. */
export type NoteDocument = Note & { readonly book_index: number; readonly chapter: number }

/** Id of a note's document; the owner is in it, so another person's note is not found by its id. */
export const noteDocumentId = (userId: string, noteId: string): string => `${userId}.${noteId}`

/** A note's revision is its last event's place in its stream. */
const revisionOf = (event: Recorded<NoteEvent>) => Number(event.metadata.streamPosition)

/** One document a note: for its chapter, for the list, for itself. */
export const notes: Projection<NoteDocument, NoteEvent> = {
  name: 'notes',
  version: 1,
  collection: 'notes',
  indexes: [
    ['user_id', 'book_index', 'chapter'],
    ['user_id', 'created_at'],
  ],
  handles: ['NoteAdded', 'NoteEdited', 'NoteRemoved'],
  ids: ({ data }) => noteDocumentId(data.userId, data.noteId),
  evolve: (doc, event) => {
    switch (event.type) {
      case 'NoteAdded': {
        const { noteId, userId, verseId, version, title, text, addedAt } = event.data
        const place = parseVerseId(verseId)
        if (place === null) return null
        return {
          id: noteId,
          user_id: userId,
          verse_id: verseId,
          text,
          book: bookName(place.book, 'en'),
          title,
          version,
          created_at: addedAt,
          updated_at: addedAt,
          revision: revisionOf(event),
          book_index: place.book.index,
          chapter: place.chapter,
        }
      }
      case 'NoteEdited': {
        const { title, text, editedAt } = event.data
        return doc && { ...doc, title, text, updated_at: editedAt, revision: revisionOf(event) }
      }
      case 'NoteRemoved':
        return null
    }
  },
}
