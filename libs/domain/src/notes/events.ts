import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a note. */
export const noteStreams = streamsNamed('note')
export const noteStream = (userId: string, noteId: string): string => noteStreams.name(userId, noteId)

/** What a person can edit. */
export type NoteWords = Editable['note']

/**
 * Where a note belongs: a verse, or all verses up to `endVerseId`, which is in the same chapter (null: one verse). Ids are in the
 * numbering of `version`.
 */
type NotePlace = { noteId: string; userId: string; verseId: number; endVerseId: number | null; version: string }
/** The same, as events say it so that each can be routed by itself; `version` is null in events from before schema version 2, which did not say it. */
type KnownPlace = Omit<NotePlace, 'version'> & { version: string | null }

/** A note was written on verses. Times are ISO 8601, UTC. */
export type NoteAdded = Event<'NoteAdded', NotePlace & NoteWords & { addedAt: string }>
/** Title and text became these. */
export type NoteEdited = Event<'NoteEdited', KnownPlace & NoteWords & { editedAt: string }>
export type NoteRemoved = Event<'NoteRemoved', KnownPlace & { removedAt: string }>
/** The note became what it was before, all of it, also where it was removed in between. `addedAt` is that of its first event. */
export type NoteRestored = Event<'NoteRestored', NotePlace & NoteWords & { addedAt: string; restoredAt: string }>

export type NoteEvent = NoteAdded | NoteEdited | NoteRemoved | NoteRestored

/** Notes were on one verse before there were ranges. */
const onOneVerse = () => ({ endVerseId: null })
const asTold = (_data: object, schemaVersion: number) =>
  schemaVersion < 2 ? { version: null, ...onOneVerse() } : onOneVerse()

export const noteEvents: ItemEventCatalog<NoteEvent['type']> = {
  NoteAdded: { schemaVersion: 2, action: 'added', personal: ['title', 'text'], upcast: onOneVerse },
  NoteEdited: { schemaVersion: 3, action: 'edited', personal: ['title', 'text'], upcast: asTold },
  NoteRemoved: { schemaVersion: 3, action: 'removed', personal: [], upcast: asTold },
  NoteRestored: { schemaVersion: 2, action: 'restored', personal: ['title', 'text'], upcast: onOneVerse },
}
