import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** One stream a sermon. */
export const sermonStreams = streamsNamed('sermon')
export const sermonStream = (userId: string, sermonId: string): string => sermonStreams.name(userId, sermonId)

/**
 * All that a person can edit of a sermon: what is written, and the verses it is on, in one book, as `version` numbers them. The
 * end is not before the start, and each verse id stands in its chapter.
 */
export type SermonText = Editable['sermon']
export type SermonRange = Omit<SermonText, keyof SermonWords>
export type SermonWords = Pick<SermonText, 'title' | 'speaker' | 'content' | 'tags'>

type Sermon = { sermonId: string; userId: string }

/** A sermon was written on a range of verses. Times are ISO 8601, UTC. */
export type SermonAdded = Event<'SermonAdded', Sermon & SermonText & { addedAt: string }>
/** A sermon became this, all of it. `before` is the range it was on, which it may have left. */
export type SermonEdited = Event<'SermonEdited', Sermon & SermonText & { editedAt: string; before: SermonRange }>
/** The range is the one that it was on. */
export type SermonRemoved = Event<'SermonRemoved', Sermon & SermonRange & { removedAt: string }>
/** The sermon became what it was before, all of it, also where it was removed in between. `addedAt` is that of its first event. */
export type SermonRestored = Event<'SermonRestored', Sermon & SermonText & { addedAt: string; restoredAt: string }>

export type SermonEvent = SermonAdded | SermonEdited | SermonRemoved | SermonRestored

const PERSONAL = ['title', 'speaker', 'content', 'tags']

export const sermonEvents: ItemEventCatalog<SermonEvent['type']> = {
  SermonAdded: { schemaVersion: 1, action: 'added', personal: PERSONAL },
  SermonEdited: { schemaVersion: 1, action: 'edited', personal: PERSONAL },
  SermonRemoved: { schemaVersion: 1, action: 'removed', personal: [] },
  SermonRestored: { schemaVersion: 1, action: 'restored', personal: PERSONAL },
}
