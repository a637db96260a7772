import type { Bookmark as BookmarkItem } from '@pathlight/contracts/bookmarks.ts'
import { lazy } from 'react'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { Bookmark } from '../../ui/icons.ts'
import { bookmarkWrites } from './bookmark-writes.ts'

/** Bookmarks, as histories show them. */
export const history: KindHistory<BookmarkItem> = {
  kind: 'bookmark',
  icon: Bookmark,
  Difference: lazy(() => import('./bookmark-difference.tsx')),
  touches: bookmarkWrites.touches,
}
