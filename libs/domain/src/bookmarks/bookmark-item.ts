import type { InStream } from '../aggregate.ts'
import type { ItemKind } from '../item-kind.ts'
import { type BookmarkEvent, bookmarkEvents, bookmarkStreams } from './events.ts'

/** A bookmark in the shape of the wire. */
export type BookmarkItem = {
  readonly id: string
  /** In English. */
  readonly book: string
  readonly chapter: number
  /** The first verse that it is on, in the numbering of `version`; null: it is on the whole chapter. */
  readonly verse_id: number | null
  /** The last verse, where it is on several; else null. */
  readonly end_verse_id: number | null
  readonly version: string
  readonly category: 'General'
  readonly created_at: string
  readonly revision: number
}

/** The bookmark after an event; null when there is none. */
export const bookmarkItem = ({ type, data, metadata }: InStream<BookmarkEvent>): BookmarkItem | null => {
  if (type === 'BookmarkRemoved') return null
  const { bookmarkId: id, book, chapter, verseId, endVerseId, version, category, addedAt } = data
  const verses = { verse_id: verseId, end_verse_id: endVerseId }
  const revision = Number(metadata.streamPosition)
  return { id, book, chapter, ...verses, version, category, created_at: addedAt, revision }
}

/** The place of the event that set it, the last time. */
const madeAt = (event: InStream<BookmarkEvent>): number | null => {
  if (event.type === 'BookmarkAdded') return Number(event.metadata.streamPosition)
  return event.type === 'BookmarkRestored' ? event.data.madeAt : null
}

/** The address of a chapter in a version, or of verses of it, as `bookmarkId` makes it. */
const BOOKMARK_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,19}\.\d{1,2}\.\d{1,3}(\.\d{1,3}(-\d{1,3})?)?$/

export const bookmarkKind: ItemKind<BookmarkItem, BookmarkEvent> = {
  kind: 'bookmark',
  streams: bookmarkStreams,
  events: bookmarkEvents,
  keyOf: (id) => (BOOKMARK_ID.test(id) ? id : null),
  idOf: ({ data }) => data.bookmarkId,
  itemAfter: (_before, event) => bookmarkItem(event),
  madeAt,
}
