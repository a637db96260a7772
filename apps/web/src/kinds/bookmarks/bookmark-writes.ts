import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { MINE } from '../../api/query-client.ts'

/** How a bookmark is sent to the server, and which queries a write changes. */
export const bookmarkWrites: WriteKind<Bookmark> = pendingWrites.register<Bookmark>({
  name: 'bookmarks',
  history: 'bookmark',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/bookmarks/${base.id}` }
    const { id, book, chapter, verse_id, end_verse_id, version, category, tags } = wanted
    if (base !== null) return { method: 'PUT', path: `/api/bookmarks/${id}`, body: { tags } }
    return {
      method: 'POST',
      path: '/api/bookmarks',
      body: { book, chapter, verse_id, end_verse_id, version, category, tags },
    }
  },
  touches: (userId) => [
    [MINE, userId, 'bookmarks'],
    [MINE, userId, 'counts'],
    [MINE, userId, 'tags'],
  ],
})
