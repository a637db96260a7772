import { type BookmarkItem, bookmarkItem } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import type { BookmarkEvent } from '@pathlight/domain/bookmarks/events.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { type Listed, listKey } from '../list-page.ts'

/** A bookmark as the wire has it, and its place in the list. */
export type BookmarkDocument = BookmarkItem & Listed

/** One document a bookmark. */
export const bookmarks: Projection<BookmarkDocument, BookmarkEvent> = {
  name: 'bookmarks',
  version: 3,
  indexes: [['user_id', 'list_key']],
  handles: ['BookmarkAdded', 'BookmarkRemoved', 'BookmarkRestored'],
  removes: ['BookmarkRemoved'],
  ids: ({ data }) => `${data.userId}.${data.bookmarkId}`,
  evolve: (doc, event) => {
    const item = bookmarkItem(event)
    return item && { ...item, user_id: event.data.userId, list_key: listKey(doc, item, event) }
  },
}
