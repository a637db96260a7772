import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'

/** The bookmark of a chapter, or of verses of it by their numbers: its id is its address. */
export const newBookmark = (
  { version, book, chapter }: ChapterReference,
  verses: { readonly from: number; readonly to: number } | null = null,
): Bookmark => {
  const index = findBook(book)?.index ?? 0
  const several = verses !== null && verses.to > verses.from
  const named = verses === null ? '' : `.${verses.from}${several ? `-${verses.to}` : ''}`
  return {
    id: `${version}.${index}.${chapter}${named}`,
    book,
    chapter,
    verse_id: verses && verseId(index, chapter, verses.from),
    end_verse_id: several ? verseId(index, chapter, verses.to) : null,
    version,
    category: 'General',
    created_at: new Date().toISOString(),
    revision: 1,
  }
}
