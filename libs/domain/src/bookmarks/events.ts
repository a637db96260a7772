import type { Event } from '@event-driven-io/emmett'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/** Verses of a chapter that a bookmark is on. Both null: it is on the whole chapter. `endVerseId` null: on one verse. */
type BookmarkVerses = { readonly verseId: number | null; readonly endVerseId: number | null }

/** A chapter in a version, or verses of it, as a bookmark names it. `book` is the English name. */
export type BookmarkPlace = BookmarkVerses & {
  readonly version: string
  readonly book: string
  readonly chapter: number
}

/** The numbers of a bookmark's verses, as its id has them: .16 or .16-18; empty for the whole chapter. */
const versesInId = ({ verseId, endVerseId }: BookmarkVerses): string => {
  if (verseId === null) return ''
  return endVerseId === null ? `.${verseId % 1000}` : `.${verseId % 1000}-${endVerseId % 1000}`
}

/**
 * The id of a bookmark: the address of what it is on, as KJV.43.3 or KJV.43.3.16-18. A person has one bookmark a passage and
 * version, so the address is enough, and a second one is refused where the first stands, however many ask at once. One on verses
 * may stand beside that on their chapter. `bookIndex`: 1 to 66.
 */
export const bookmarkId = (version: string, bookIndex: number, chapter: number, verses: BookmarkVerses): string =>
  `${version}.${bookIndex}.${chapter}${versesInId(verses)}`

/** One stream a bookmark of a person's. */
export const bookmarkStreams = streamsNamed('bookmark')
export const bookmarkStream = (userId: string, id: string): string => bookmarkStreams.name(userId, id)

/** A chapter, or verses of it, were bookmarked, perhaps again. Times are ISO 8601, UTC. */
export type BookmarkAdded = Event<
  'BookmarkAdded',
  BookmarkPlace & { bookmarkId: string; userId: string; category: 'General'; addedAt: string }
>
export type BookmarkRemoved = Event<
  'BookmarkRemoved',
  BookmarkPlace & { bookmarkId: string; userId: string; removedAt: string }
>
/**
 * The bookmark is there again as it was. `addedAt` is that of the time it was restored to; `madeAt` is the place in its stream of the
 * event of that time, and null in events from before schema version 3, which did not say it.
 */
export type BookmarkRestored = Event<
  'BookmarkRestored',
  BookmarkPlace & {
    bookmarkId: string
    userId: string
    category: 'General'
    addedAt: string
    madeAt: number | null
    restoredAt: string
  }
>

export type BookmarkEvent = BookmarkAdded | BookmarkRemoved | BookmarkRestored

/** Bookmarks were on whole chapters before they could be on verses. */
const onChapter = () => ({ verseId: null, endVerseId: null })

const beforeMadeAt = (_data: object, schemaVersion: number) => ({
  ...(schemaVersion < 2 && onChapter()),
  madeAt: null,
})

export const bookmarkEvents: ItemEventCatalog<BookmarkEvent['type']> = {
  BookmarkAdded: { schemaVersion: 2, action: 'added', personal: [], upcast: onChapter },
  BookmarkRemoved: { schemaVersion: 2, action: 'removed', personal: [], upcast: onChapter },
  BookmarkRestored: { schemaVersion: 3, action: 'restored', personal: [], upcast: beforeMadeAt },
}
