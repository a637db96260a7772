import { bookmarkKind as item } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { BookmarkEvent } from '@pathlight/domain/bookmarks/events.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { bookmarkPaper } from './bookmark-paper.ts'
import { listBookmarks } from './list-bookmarks.ts'
import { bookmarks } from './projection.ts'

/** A bookmark is on a whole chapter, not on verses of it: the overlay does not show it. */
export const bookmarkKind: Kind = {
  item,
  projections: [bookmarks as AnyProjection],
  counted: bookmarks,
  whole: { model: bookmarks, longest: LONGEST.bookmark },
  paper: bookmarkPaper,
  onChapter: null,
  passageOf: ({ data: { book, chapter, version } }: BookmarkEvent) => {
    return { book, chapter, version, verse_id: null, end_verse_id: null }
  },
  excerptOf: () => '',
  routes: (app, dependencies) => listBookmarks(app, '/api/bookmarks', dependencies),
}
