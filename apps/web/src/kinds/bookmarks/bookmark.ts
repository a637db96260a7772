import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'

/** A new bookmark of a chapter, or of its verses `from` to `to`. The id is made from the version and the passage. */
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

/** The passage of a bookmark, without its version: John 3, John 3:16, 요한복음 3:16-18. */
export const bookmarkPassage = (
  { book, chapter, verse_id: first, end_verse_id: last }: Bookmark,
  language: Language,
): string => (first ? rangeReference(book, first, last ?? first, language) : chapterHeading(book, chapter, language))

/** The passage of a bookmark, with its version. */
export const bookmarkName = (bookmark: Bookmark, language: Language): string =>
  `${bookmarkPassage(bookmark, language)} · ${versionLabel(bookmark.version, language)}`

type Marked = Pick<Bookmark, 'version' | 'book' | 'chapter' | 'verse_id' | 'end_verse_id'>

/** The numbers of a bookmark's first and last verse. Null if the bookmark is of the whole chapter. */
const endsOf = ({ verse_id: first, end_verse_id: last }: Marked) =>
  first ? { from: first % 1000, to: (last ?? first) % 1000 } : null

/** The numbers of a bookmark's verses. Empty if the bookmark is of the whole chapter. */
export const versesOfBookmark = (bookmark: Marked): readonly number[] => {
  const ends = endsOf(bookmark)
  return ends ? Array.from({ length: ends.to - ends.from + 1 }, (_, step) => ends.from + step) : []
}

export const bookmarkPath = (bookmark: Marked): string => {
  const ends = endsOf(bookmark)
  return passagePath(bookmark, ends?.from, ends?.to)
}

/**
 * The bookmarks on a verse in the verse's version, without those of the whole chapter. If the version joins several
 * verses into one, `through` is the last verse number.
 */
export const bookmarksOnVerse = <B extends Marked>(
  bookmarks: readonly B[],
  { version, book, chapter }: ChapterReference,
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
): readonly B[] =>
  bookmarks.filter((bookmark) => {
    const ends = endsOf(bookmark)
    const isOfChapter = bookmark.version === version && bookmark.book === book && bookmark.chapter === chapter
    return isOfChapter && ends !== null && ends.from <= through && verse <= ends.to
  })
