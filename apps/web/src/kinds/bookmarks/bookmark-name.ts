import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'

/** What a bookmark is on, without its version: John 3, John 3:16, 요한복음 3:16-18. */
export const bookmarkPassage = (
  { book, chapter, verse_id: first, end_verse_id: last }: Bookmark,
  language: Language,
): string => (first ? rangeReference(book, first, last ?? first, language) : chapterHeading(book, chapter, language))

/** The same with its version. */
export const bookmarkName = (bookmark: Bookmark, language: Language): string =>
  `${bookmarkPassage(bookmark, language)} · ${bookmark.version}`
