import { importedItems } from '@pathlight/contracts/kind-shapes.ts'
import type { BookmarkItem } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { ImportedTo } from '../kind.ts'
import { bookmarkPlace } from './bookmark-place.ts'

/** A bookmark from elsewhere as one of this person's. Throws RuleBroken, ZodError. */
export const importedBookmark = (sent: unknown, texts: ImportedTo): BookmarkItem => {
  const { id, created_at, ...named } = importedItems.bookmark.parse(sent)
  const { bookmarkId, verseId, endVerseId, ...place } = bookmarkPlace(named, texts)
  if (id !== bookmarkId) throw new RuleBroken('invalid', 'bookmark_not_found', 'No such bookmark.')
  return { id, ...place, verse_id: verseId, end_verse_id: endVerseId, category: 'General', created_at, revision: 0 }
}
