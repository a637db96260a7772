import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'

/** One stream a note. The owner is in the name, so nobody can take, guess or even address another person's note. */
export const noteStream = (userId: string, noteId: string): string => `note-${userId}.${noteId}`

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
/**
 * Title and text became these. `verseId` and `version` say where the note belongs, so that the event can be routed by
 * itself; `version` is null in events from before schema version 2, which did not say it.
 */
export type NoteEdited = Event<
  'NoteEdited',
  {
    noteId: string
    userId: string
    verseId: number
    version: string | null
    title: string | null
    text: string
    editedAt: string
  }
>
/** `version` as in NoteEdited. */
export type NoteRemoved = Event<
  'NoteRemoved',
  { noteId: string; userId: string; verseId: number; version: string | null; removedAt: string }
>

export type NoteEvent = NoteAdded | NoteEdited | NoteRemoved

const withoutVersion = () => ({ version: null })

export const noteEvents: EventCatalog<NoteEvent['type']> = {
  NoteAdded: { schemaVersion: 1, personal: ['title', 'text'] },
  NoteEdited: { schemaVersion: 2, personal: ['title', 'text'], upcast: withoutVersion },
  NoteRemoved: { schemaVersion: 2, personal: [], upcast: withoutVersion },
}
