import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { passagePath } from '../../bible/passage-path.ts'

type Marked = Pick<Bookmark, 'version' | 'book' | 'chapter' | 'verse_id' | 'end_verse_id'>

/** The numbers of its first and last verse; null: it is on the whole chapter. */
const endsOf = ({ verse_id: first, end_verse_id: last }: Marked) =>
  first ? { from: first % 1000, to: (last ?? first) % 1000 } : null

/** The numbers of its verses; none: it is on the whole chapter. */
export const versesOfBookmark = (bookmark: Marked): readonly number[] => {
  const ends = endsOf(bookmark)
  return ends ? Array.from({ length: ends.to - ends.from + 1 }, (_, step) => ends.from + step) : []
}

/** Its address. */
export const bookmarkPath = (bookmark: Marked): string => {
  const ends = endsOf(bookmark)
  return passagePath(bookmark, ends?.from, ends?.to)
}

/** Those on verses of a chapter in a version that touch a verse, or a bridge of several. A bookmark belongs to its version. */
export const bookmarksOnVerse = <B extends Marked>(
  bookmarks: readonly B[],
  { version, book, chapter }: ChapterReference,
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
): readonly B[] =>
  bookmarks.filter((bookmark) => {
    const ends = endsOf(bookmark)
    const here = bookmark.version === version && bookmark.book === book && bookmark.chapter === chapter
    return here && ends !== null && ends.from <= through && verse <= ends.to
  })
