import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import { type NoteItem, noteItem } from '@pathlight/domain/notes/note-item.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { DOCUMENT_ID } from '@pathlight/read-models/read-model-store.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { type Listed, listKey } from '../list-page.ts'

/**
 * A note as the wire has it, its place in the list, and the chapter that it is found by: the index of the book (1 to
 * 66) and the chapter, in the numbering of its version.
 */
export type NoteDocument = NoteItem & Listed & { readonly book_index: number; readonly chapter: number }

/** Id of a note's document; the owner is in it, so another person's note is not found by its id. */
export const noteDocumentId = (userId: string, noteId: string): string => `${userId}.${noteId}`

/** One document a note: for its chapter, for the list, for itself. */
export const notes: Projection<NoteDocument, NoteEvent> = {
  name: 'notes',
  version: 5,
  personal: ['title', 'text'],
  indexes: [
    ['user_id', 'book_index', 'chapter', DOCUMENT_ID],
    ['user_id', 'book_index', 'chapter', 'verse_id'],
    ['user_id', 'list_key'],
  ],
  handles: ['NoteAdded', 'NoteEdited', 'NoteRemoved', 'NoteRestored'],
  removes: ['NoteRemoved'],
  ids: ({ data }) => noteDocumentId(data.userId, data.noteId),
  evolve: (doc, event) => {
    const item = noteItem(doc, event)
    const place = item && parseVerseId(item.verse_id)
    if (!item || !place) return null
    return { ...item, list_key: listKey(doc, item, event), book_index: place.book.index, chapter: place.chapter }
  },
}
