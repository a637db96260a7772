import { type EventOnVerses, type ItemOnVerses, kindOnVerses } from '../item-on-verses.ts'

export type NoteItem = ItemOnVerses<'note'>
export type NoteEvent = EventOnVerses<'note'>
export type NoteAdded = Extract<NoteEvent, { readonly type: 'NoteAdded' }>
export type NoteEdited = Extract<NoteEvent, { readonly type: 'NoteEdited' }>

/** The verse field that events of older schema versions lack. Notes in such events are on one verse. */
const onOneVerse = () => ({ endVerseId: null })
const asTold = (_data: object, schemaVersion: number) =>
  schemaVersion < 2 ? { version: null, ...onOneVerse() } : onOneVerse()

export const noteKind = kindOnVerses({
  kind: 'note',
  named: { en: 'note', ko: '메모를' },
  shapes: {
    added: { schemaVersion: 2, upcast: onOneVerse },
    edited: { schemaVersion: 3, upcast: asTold },
    removed: { schemaVersion: 3, upcast: asTold },
    restored: { schemaVersion: 2, upcast: onOneVerse },
  },
})
export const noteStream = (userId: string, noteId: string): string => noteKind.streams.name(userId, noteId)
