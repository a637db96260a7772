import type { Event } from '@event-driven-io/emmett'
import { type Editable, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { InStream } from '../aggregate.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import type { ItemKind } from '../item-kind.ts'
import { streamsNamed } from '../stream-names.ts'
import { tagsSaid } from '../tagged.ts'

/** The verses of a bookmark. Both ids are null for the whole chapter. Only `endVerseId` is null for one verse. */
type BookmarkVerses = { readonly verseId: number | null; readonly endVerseId: number | null }

/** The place of a bookmark: a chapter in a version, or verses of it. `book` is the English name. */
export type BookmarkPlace = BookmarkVerses & {
  readonly version: string
  readonly book: string
  readonly chapter: number
}

/** The part of a bookmark's id that names its verses: .16 or .16-18. Empty for the whole chapter. */
const versesInId = ({ verseId, endVerseId }: BookmarkVerses): string => {
  if (verseId === null) return ''
  return endVerseId === null ? `.${verseId % 1000}` : `.${verseId % 1000}-${endVerseId % 1000}`
}

/**
 * The id of a bookmark is made of its place: KJV.43.3 or KJV.43.3.16-18. The id is also the key of the bookmark's
 * stream. So a person has at most one bookmark for each passage and version, and of concurrent requests that add it
 * only one succeeds. Bookmarks on verses may exist beside a bookmark on their chapter. `bookIndex`: 1 to 66.
 */
export const bookmarkId = (version: string, bookIndex: number, chapter: number, verses: BookmarkVerses): string =>
  `${version}.${bookIndex}.${chapter}${versesInId(verses)}`
const BOOKMARK_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,19}\.\d{1,2}\.\d{1,3}(\.\d{1,3}(-\d{1,3})?)?$/

type Placed = BookmarkPlace & { readonly bookmarkId: string; readonly userId: string }
type Kept = Placed & Editable['bookmark'] & { readonly category: 'General'; readonly addedAt: string }

/** A person bookmarked a chapter or verses of it, for the first time or again. Times are ISO 8601, UTC. */
type BookmarkAdded = Event<'BookmarkAdded', Kept>
type BookmarkRemoved = Event<'BookmarkRemoved', Placed & { readonly removedAt: string }>
/**
 * The bookmark was restored. `addedAt`: when the restored bookmark was added. `madeAt`: the stream position of the
 * event that added the bookmark. Null if that is unknown, as in events before schema version 3 and in events of an
 * import.
 */
type BookmarkRestored = Event<
  'BookmarkRestored',
  Kept & { readonly madeAt: number | null; readonly restoredAt: string }
>
/** The tags changed. `madeAt`: the stream position of the event that added the bookmark, or null if that is unknown. */
type BookmarkEdited = Event<'BookmarkEdited', Kept & { readonly madeAt: number | null; readonly editedAt: string }>
export type BookmarkEvent = BookmarkAdded | BookmarkEdited | BookmarkRemoved | BookmarkRestored

/** The verse fields that events of schema version 1 lack. Bookmarks in such events are on whole chapters. */
const onChapter = () => ({ verseId: null, endVerseId: null })
const beforeMadeAt = (_data: object, schemaVersion: number) => ({
  ...(schemaVersion < 2 && onChapter()),
  madeAt: null,
})
const events: ItemEventCatalog<BookmarkEvent['type']> = {
  BookmarkAdded: { schemaVersion: 2, action: 'added', personal: ['tags'], upcast: onChapter },
  BookmarkEdited: { schemaVersion: 1, action: 'edited', personal: ['tags'] },
  BookmarkRemoved: { schemaVersion: 2, action: 'removed', personal: [], upcast: onChapter },
  BookmarkRestored: { schemaVersion: 3, action: 'restored', personal: ['tags'], upcast: beforeMadeAt },
}

/** A bookmark as calls answer it. */
export type BookmarkItem = Editable['bookmark'] & {
  readonly id: string
  /** The book's English name. */
  readonly book: string
  readonly chapter: number
  /** The id of the first verse, in the numbering of `version`. Null for the whole chapter. */
  readonly verse_id: number | null
  /** The id of the last verse of several, otherwise null. */
  readonly end_verse_id: number | null
  readonly version: string
  readonly category: 'General'
  readonly created_at: string
  readonly revision: number
}

const itemAfter = ({ type, data, metadata }: InStream<BookmarkEvent>): BookmarkItem | null => {
  if (type === 'BookmarkRemoved') return null
  const { bookmarkId: id, book, chapter, verseId, endVerseId, version, category, addedAt } = data
  const verses = { verse_id: verseId, end_verse_id: endVerseId }
  const revision = Number(metadata.streamPosition)
  return {
    id,
    book,
    chapter,
    ...verses,
    version,
    category,
    ...editableOf('bookmark', data),
    created_at: addedAt,
    revision,
  }
}

export const bookmarkKind: ItemKind<BookmarkItem, BookmarkEvent> = {
  kind: 'bookmark',
  named: { en: 'bookmark', ko: '북마크를' },
  streams: streamsNamed('bookmark'),
  events,
  keyOf: (id) => (BOOKMARK_ID.test(id) ? id : null),
  idOf: ({ data }) => data.bookmarkId,
  itemAfter: (_before, event) => itemAfter(event),
  tagsOf: tagsSaid,
  /** The stream position of the event that last added the bookmark. Null if it is unknown, or `event` is a removal. */
  madeAt: (event) => {
    if (event.type === 'BookmarkAdded') return Number(event.metadata.streamPosition)
    return event.type === 'BookmarkRemoved' ? null : event.data.madeAt
  },
}
