import { findableBookmark } from '@pathlight/contracts/find-rules.ts'
import { bookmarkKind as item } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { BookmarkEvent } from '@pathlight/domain/bookmarks/events.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { bookmarkPaper } from './bookmark-paper.ts'
import { listBookmarks } from './list-bookmarks.ts'
import { type BookmarkDocument, bookmarks } from './projection.ts'

const onChapter = ({ book, chapter, version }: Pick<BookmarkDocument, 'book' | 'chapter' | 'version'>) => ({
  ...{ book, chapter, version },
  verse_id: null,
  end_verse_id: null,
})

/** A bookmark is on a whole chapter, not on verses of it: the overlay does not show it. */
export const bookmarkKind: Kind = {
  item,
  projections: [bookmarks as AnyProjection],
  counted: bookmarks,
  whole: { model: bookmarks, longest: LONGEST.bookmark },
  searched: {
    name: 'bookmarks',
    findable: findableBookmark,
    words: () => ({ title: null, text: '' }),
    passage: onChapter,
    changedAt: ({ created_at }: BookmarkDocument) => created_at,
    color: null,
  },
  paper: bookmarkPaper,
  onChapter: null,
  passageOf: ({ data }: BookmarkEvent) => onChapter(data),
  excerptOf: () => '',
  routes: (app, dependencies) => listBookmarks(app, '/api/bookmarks', dependencies),
}
