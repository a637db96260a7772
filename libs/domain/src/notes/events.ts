import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'

/** A note was written on a verse. `verseId` is in the numbering of `version`. Times are ISO 8601, UTC. */
export type NoteAdded = Event<
  'NoteAdded',
  {
    noteId: string
    userId: string
    verseId: number
    version: string
    title: string | null
    text: string
    addedAt: string
  }
>
/** Title or text became these. `verseId` says where the note belongs, so that a projection can route the event by itself. */
export type NoteEdited = Event<
  'NoteEdited',
  { noteId: string; userId: string; verseId: number; title: string | null; text: string; editedAt: string }
>
export type NoteRemoved = Event<'NoteRemoved', { noteId: string; userId: string; verseId: number; removedAt: string }>

export type NoteEvent = NoteAdded | NoteEdited | NoteRemoved

export const noteEvents: EventCatalog<NoteEvent['type']> = {
  NoteAdded: { schemaVersion: 1, personal: ['title', 'text'] },
  NoteEdited: { schemaVersion: 1, personal: ['title', 'text'] },
  NoteRemoved: { schemaVersion: 1, personal: [] },
}
