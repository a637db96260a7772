import { findableBookmark } from '@pathlight/contracts/find-rules.ts'
import { bookmarkKind as item } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { BookmarkEvent } from '@pathlight/domain/bookmarks/events.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { bookmarkPaper } from './bookmark-paper.ts'
import { listBookmarks } from './list-bookmarks.ts'
import { type BookmarkDocument, bookmarks } from './projection.ts'

type Marked = Pick<BookmarkDocument, 'book' | 'chapter' | 'version'> & {
  /** Absent from documents of an older program. */
  readonly verse?: number | null
  readonly end?: number | null
}
/** Where it is. Of a whole chapter no verses are named. */
const placeOf = ({ book, chapter, version, verse, end }: Marked) => ({
  ...{ book, chapter, version },
  verse_id: verse ?? null,
  end_verse_id: end ?? verse ?? null,
})

/** The overlay does not show bookmarks: a client has the list of them all. */
export const bookmarkKind: Kind = {
  item,
  projections: [bookmarks as AnyProjection],
  counted: bookmarks,
  whole: { model: bookmarks, longest: LONGEST.bookmark },
  searched: {
    name: 'bookmarks',
    findable: findableBookmark,
    words: () => ({ title: null, text: '' }),
    passage: ({ verse_id, end_verse_id, ...at }: BookmarkDocument) =>
      placeOf({ ...at, verse: verse_id, end: end_verse_id }),
    changedAt: ({ created_at }: BookmarkDocument) => created_at,
    color: null,
  },
  paper: bookmarkPaper,
  onChapter: null,
  passageOf: ({ data }: BookmarkEvent) => placeOf({ ...data, verse: data.verseId, end: data.endVerseId }),
  excerptOf: () => '',
  routes: (app, dependencies) => listBookmarks(app, '/api/bookmarks', dependencies),
}
