import { type BookmarkPlace, bookmarkId } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { bookNamed, checkVersePlace, type KnownTexts, rangeEnd, versionNamed } from '../verse-place.ts'

type Sent = {
  readonly book: string
  readonly chapter: number
  readonly version: string
  readonly verse_id: number | null
  readonly end_verse_id: number | null
}

/**
 * The place of a bookmark, and the bookmark's id. Throws RuleBroken for a chapter or verse that does not exist, and for
 * a verse of another chapter.
 */
export const bookmarkPlace = (
  { chapter, verse_id: verseId, end_verse_id: end, ...named }: Sent,
  texts: Pick<KnownTexts, 'knowsVersion'>,
): BookmarkPlace & { readonly bookmarkId: string } => {
  const book = bookNamed(named.book)
  if (!hasChapter(book, chapter))
    throw new RuleBroken('invalid', 'unknown_chapter', 'There is no such chapter.', { chapter })
  const noSuchVerse = new RuleBroken('invalid', 'unknown_verse', 'There is no such verse.')
  if (verseId === null && end !== null) throw noSuchVerse
  if (verseId !== null) {
    checkVersePlace(verseId, named.book)
    if (Math.floor(verseId / 1000) % 1000 !== chapter) throw noSuchVerse
  }
  const endVerseId = verseId === null ? null : rangeEnd(verseId, end)
  const version = versionNamed(named.version, texts)
  const id = bookmarkId(version, book.index, chapter, { verseId, endVerseId })
  return { bookmarkId: id, version, book: bookName(book, 'en'), chapter, verseId, endVerseId }
}
