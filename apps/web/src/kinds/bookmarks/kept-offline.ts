import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findableBookmark } from '@pathlight/contracts/find-rules.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'

export const offline: OfflineKind<Bookmark> = {
  path: '/api/bookmarks?limit=500',
  searched: (bookmark) => {
    const { book, chapter, version, verse_id = null, end_verse_id = null, created_at } = bookmark
    return {
      passage: { book, chapter, version, verse_id, end_verse_id: end_verse_id ?? verse_id },
      ...{ title: null, text: '', color: null, changedAt: created_at },
      findable: () => findableBookmark(bookmark),
    }
  },
}
