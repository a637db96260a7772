import type { Event } from '@event-driven-io/emmett'
import type { EventCatalog } from '../event-catalog.ts'

/** One stream a sermon. The owner is in the name, so nobody can take, guess or even address another person's sermon. */
export const sermonStream = (userId: string, sermonId: string): string => `sermon-${userId}.${sermonId}`

/**
 * The verses a sermon is on, in one book, as `version` numbers them. `book` is the English name; the end is not before the
 * start, and each verse id stands in its chapter.
 */
export type SermonRange = {
  readonly version: string
  readonly book: string
  readonly startChapter: number
  readonly startVerseId: number
  readonly endChapter: number
  readonly endVerseId: number
}

/** What is written. `content` is rich text (libs/contracts/src/rich-text-rules.ts). */
export type SermonWords = { readonly title: string; readonly speaker: string; readonly content: object }

/** A sermon was written on a range of verses. Times are ISO 8601, UTC. */
export type SermonAdded = Event<
  'SermonAdded',
  { sermonId: string; userId: string; addedAt: string } & SermonRange & SermonWords
>
/** A sermon became this, all of it. `before` is the range it was on, which it may have left. */
export type SermonEdited = Event<
  'SermonEdited',
  { sermonId: string; userId: string; editedAt: string; before: SermonRange } & SermonRange & SermonWords
>
/** The range is the one that it was on. */
export type SermonRemoved = Event<
  'SermonRemoved',
  { sermonId: string; userId: string; removedAt: string } & SermonRange
>

export type SermonEvent = SermonAdded | SermonEdited | SermonRemoved

const PERSONAL = ['title', 'speaker', 'content']

export const sermonEvents: EventCatalog<SermonEvent['type']> = {
  SermonAdded: { schemaVersion: 1, personal: PERSONAL },
  SermonEdited: { schemaVersion: 1, personal: PERSONAL },
  SermonRemoved: { schemaVersion: 1, personal: [] },
}
