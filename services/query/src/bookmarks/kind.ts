import { BOOKMARKS_NOT_LOGGED_IN, bookmarkShapes } from '@pathlight/contracts/bookmarks.ts'
import { findableBookmark } from '@pathlight/contracts/find-rules.ts'
import {
  type BookmarkEvent,
  type BookmarkItem,
  bookmarkKind as item,
} from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { documentId, listCall } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { type Listed, listKey } from '../list-page.ts'
import { type DayOf, type Paper, sayTags, sayVerses } from '../paper.ts'

/** A bookmark in the API's form, with its key in the list. */
type BookmarkDocument = BookmarkItem & Listed

export const bookmarks: Projection<BookmarkDocument, BookmarkEvent> = {
  name: 'bookmarks',
  version: 3,
  indexes: [['user_id', 'list_key']],
  personal: ['tags'],
  handles: ['BookmarkAdded', 'BookmarkEdited', 'BookmarkRemoved', 'BookmarkRestored'],
  removes: ['BookmarkRemoved'],
  ids: ({ data }) => documentId(data.userId, data.bookmarkId),
  evolve: (doc, event) => {
    const after = item.itemAfter(null, event)
    return after && { ...after, user_id: event.data.userId, list_key: listKey(doc, after, event) }
  },
}

type Marked = Pick<BookmarkDocument, 'book' | 'chapter' | 'version'> & {
  /** `verse` and `end` may be absent in events and documents of older programs. */
  readonly verse?: number | null
  readonly end?: number | null
}
/** The place of a bookmark. A bookmark on a whole chapter has no verses. */
const placeOf = ({ book, chapter, version, verse, end }: Marked) => ({
  ...{ book, chapter, version },
  verse_id: verse ?? null,
  end_verse_id: end ?? verse ?? null,
})

/** Writes a bookmark as a line of Markdown. */
const paper: Paper = {
  title: { en: 'Bookmarks', ko: '북마크' },
  files: 'one',
  inWords: (
    { book, chapter, verse_id, end_verse_id, version, created_at, tags }: BookmarkItem,
    language,
    dayOf: DayOf,
  ) => {
    const whole = { book, chapter, verse: null, endChapter: chapter, endVerse: null }
    const place = verse_id ? sayVerses(verse_id, end_verse_id ?? verse_id, language) : formatReference(whole, language)
    return `- ${place} · ${version} (${[dayOf(created_at), sayTags({ tags }, language)].filter(Boolean).join('; ')})`
  },
}

const listed = { model: bookmarks, longest: 5_000 }

/** The overlay has no bookmarks, because clients get the list of all bookmarks. */
export const bookmarkKind: Kind = {
  item,
  projections: [bookmarks as AnyProjection],
  counted: bookmarks,
  whole: listed,
  searched: {
    name: 'bookmarks',
    findable: findableBookmark,
    words: () => ({ title: null, text: '' }),
    passage: ({ verse_id, end_verse_id, ...at }: BookmarkDocument) =>
      placeOf({ ...at, verse: verse_id, end: end_verse_id }),
    changedAt: ({ created_at }: BookmarkDocument) => created_at,
    color: null,
  },
  paper,
  onChapter: null,
  passageOf: ({ data }: BookmarkEvent) => placeOf({ ...data, verse: data.verseId, end: data.endVerseId }),
  excerptOf: () => '',
  routes: (app, dependencies) =>
    listCall(app, '/api/bookmarks', dependencies, {
      ...{ ...listed, ...bookmarkShapes, names: 'bookmarks', findable: findableBookmark },
      config: { notLoggedIn: BOOKMARKS_NOT_LOGGED_IN },
    }),
}
