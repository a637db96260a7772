import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'

/** The bookmark of a chapter: its id is its address. */
export const newBookmark = ({ version, book, chapter }: ChapterReference): Bookmark => ({
  id: `${version}.${findBook(book)?.index ?? 0}.${chapter}`,
  book,
  chapter,
  version,
  category: 'General',
  created_at: new Date().toISOString(),
  revision: 1,
})
