import { importedItems } from '@pathlight/contracts/import.ts'
import type { BookmarkItem } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { bookmarkId } from '@pathlight/domain/bookmarks/events.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import type { ImportedTo } from '../kind.ts'
import { bookNamed, versionNamed } from '../verse-place.ts'

/** A bookmark from elsewhere as one of this person's. Throws RuleBroken, ZodError. */
export const importedBookmark = (sent: unknown, texts: ImportedTo): BookmarkItem => {
  const { id, chapter, created_at, ...named } = importedItems.bookmark.parse(sent)
  const book = bookNamed(named.book)
  if (!hasChapter(book, chapter))
    throw new RuleBroken('invalid', 'unknown_chapter', 'There is no such chapter.', { chapter })
  const version = versionNamed(named.version, texts)
  if (id !== bookmarkId(version, book.index, chapter))
    throw new RuleBroken('invalid', 'bookmark_not_found', 'No such bookmark.')
  return { id, book: bookName(book, 'en'), chapter, version, category: 'General', created_at, revision: 0 }
}
