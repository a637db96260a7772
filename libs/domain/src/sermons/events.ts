import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

export const sermonStreams = streamsNamed('sermon')
export const sermonStream = (userId: string, sermonId: string): string => sermonStreams.name(userId, sermonId)

/**
 * The editable fields of a sermon: its words, and a range of verses in one book, in the numbering of `version`. The end
 * is not before the start, `startVerseId` is in `startChapter`, and `endVerseId` in `endChapter`.
 */
export type SermonText = Editable['sermon']
export type SermonRange = Omit<SermonText, keyof SermonWords>
export type SermonWords = Pick<SermonText, 'title' | 'speaker' | 'content' | 'tags'>

type Sermon = { sermonId: string; userId: string }

/** A sermon was written on a range of verses. Times are ISO 8601, UTC. */
export type SermonAdded = Event<'SermonAdded', Sermon & SermonText & { addedAt: string }>
/** A sermon was edited: the event has all editable fields after the edit. `before`: the range before the edit. */
export type SermonEdited = Event<'SermonEdited', Sermon & SermonText & { editedAt: string; before: SermonRange }>
/** A sermon was removed. The event has its last range. */
export type SermonRemoved = Event<'SermonRemoved', Sermon & SermonRange & { removedAt: string }>
/**
 * The sermon was restored to an earlier state, perhaps after its removal. `addedAt`: the time when the sermon was first
 * added.
 */
export type SermonRestored = Event<'SermonRestored', Sermon & SermonText & { addedAt: string; restoredAt: string }>

export type SermonEvent = SermonAdded | SermonEdited | SermonRemoved | SermonRestored

const PERSONAL = ['title', 'speaker', 'content', 'tags']

export const sermonEvents: ItemEventCatalog<SermonEvent['type']> = {
  SermonAdded: { schemaVersion: 1, action: 'added', personal: PERSONAL },
  SermonEdited: { schemaVersion: 1, action: 'edited', personal: PERSONAL },
  SermonRemoved: { schemaVersion: 1, action: 'removed', personal: [] },
  SermonRestored: { schemaVersion: 1, action: 'restored', personal: PERSONAL },
}
