import type { Event } from '@event-driven-io/emmett'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** A chapter in a version, as a bookmark names it. `book` is the English name. */
export type BookmarkPlace = { readonly version: string; readonly book: string; readonly chapter: number }

/**
 * The id of the bookmark on a chapter: its address. A person has one bookmark a chapter and version, so the address is
 * enough, and a second one is refused where the first stands, however many ask at once. `bookIndex`: 1 to 66.
 */
export const bookmarkId = (version: string, bookIndex: number, chapter: number): string =>
  `${version}.${bookIndex}.${chapter}`

/** One stream a bookmark of a person's. */
export const bookmarkStreams = streamsNamed('bookmark')
export const bookmarkStream = (userId: string, id: string): string => bookmarkStreams.name(userId, id)

/** A chapter was bookmarked, perhaps again. Times are ISO 8601, UTC. */
export type BookmarkAdded = Event<
  'BookmarkAdded',
  BookmarkPlace & { bookmarkId: string; userId: string; category: 'General'; addedAt: string }
>
export type BookmarkRemoved = Event<
  'BookmarkRemoved',
  BookmarkPlace & { bookmarkId: string; userId: string; removedAt: string }
>
/** The bookmark is there again as it was. `addedAt` is that of the time it was restored to. */
export type BookmarkRestored = Event<
  'BookmarkRestored',
  BookmarkPlace & { bookmarkId: string; userId: string; category: 'General'; addedAt: string; restoredAt: string }
>

export type BookmarkEvent = BookmarkAdded | BookmarkRemoved | BookmarkRestored

export const bookmarkEvents: ItemEventCatalog<BookmarkEvent['type']> = {
  BookmarkAdded: { schemaVersion: 1, action: 'added', personal: [] },
  BookmarkRemoved: { schemaVersion: 1, action: 'removed', personal: [] },
  BookmarkRestored: { schemaVersion: 1, action: 'restored', personal: [] },
}
