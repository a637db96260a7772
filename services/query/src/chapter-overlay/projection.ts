import type { Note, Overlay } from '@pathlight/contracts/notes.ts'
import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

/** Everything one person has on one chapter: what the wire shows, and whose it is. */
export type ChapterOverlay = Overlay & { readonly user_id: string }

/** Id of the document of a person and a chapter (book index 1-66). */
export const overlayId = (userId: string, bookIndex: number, chapter: number): string =>
  `${userId}.${bookIndex}.${chapter}`

/** In the order of the chapter; on one verse, the older note first. */
const inOrder = (a: Note, b: Note) =>
  a.verse_id - b.verse_id || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

const notesAfter = (notes: readonly Note[], event: Recorded<NoteEvent>, book: string): Note[] => {
  switch (event.type) {
    case 'NoteAdded': {
      const { noteId, userId, verseId, version, title, text, addedAt } = event.data
      const note: Note = {
        id: noteId,
        user_id: userId,
        verse_id: verseId,
        text,
        book,
        title,
        version,
        created_at: addedAt,
        updated_at: addedAt,
        revision: 1,
      }
      return [...notes, note].sort(inOrder)
    }
    case 'NoteEdited': {
      const { noteId, title, text, editedAt } = event.data
      return notes.map((note) =>
        note.id === noteId ? { ...note, title, text, updated_at: editedAt, revision: note.revision + 1 } : note,
      )
    }
    case 'NoteRemoved':
      return notes.filter((note) => note.id !== event.data.noteId)
  }
}

/** One document a person and chapter, so that the reader needs one read for all it shows there. */
export const chapterOverlay: Projection<ChapterOverlay, NoteEvent> = {
  name: 'chapter_overlay',
  version: 1,
  collection: 'chapter_overlays',
  handles: ['NoteAdded', 'NoteEdited', 'NoteRemoved'],
  ids: (event) => {
    const place = parseVerseId(event.data.verseId)
    return place === null ? [] : overlayId(event.data.userId, place.book.index, place.chapter)
  },
  evolve: (doc, event) => {
    const place = parseVerseId(event.data.verseId)
    if (place === null) return doc
    const book = bookName(place.book, 'en')
    const notes = notesAfter(doc?.notes ?? [], event, book)
    return notes.length === 0 ? null : { user_id: event.data.userId, book, chapter: place.chapter, notes }
  },
}
