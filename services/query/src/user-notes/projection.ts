import type { Note } from '@pathlight/contracts/notes.ts'
import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

/** Id of a note's document; the owner is in it, so another person's note is not found by its id. */
export const userNoteId = (userId: string, noteId: string): string => `${userId}.${noteId}`

/** One document a note, for lists and for one note alone. */
export const userNotes: Projection<Note, NoteEvent> = {
  name: 'user_notes',
  version: 1,
  collection: 'user_notes',
  indexes: [['user_id', 'created_at']],
  handles: ['NoteAdded', 'NoteEdited', 'NoteRemoved'],
  ids: ({ data }) => userNoteId(data.userId, data.noteId),
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
          revision: 1,
        }
      }
      case 'NoteEdited': {
        const { title, text, editedAt } = event.data
        return doc && { ...doc, title, text, updated_at: editedAt, revision: doc.revision + 1 }
      }
      case 'NoteRemoved':
        return null
    }
  },
}
