import type { Bookmark as BookmarkItem } from '@pathlight/contracts/bookmarks.ts'
import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { Bookmark } from '../../ui/icons.ts'
import { bookmarkWrites } from './bookmark-writes.ts'

export const history: KindHistory<BookmarkItem> = {
  kind: 'bookmark',
  icon: Bookmark,
  Difference: lazy(() => withWords(['history'], () => import('./bookmark-difference.tsx'))),
  touches: bookmarkWrites.touches,
}
