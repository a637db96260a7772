import type { BookmarkItem } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { dayOf, type Paper, sayVerses } from '../paper.ts'

/** A bookmark as a line. */
export const bookmarkPaper: Paper = {
  title: { en: 'Bookmarks', ko: '북마크' },
  files: 'one',
  inWords: ({ book, chapter, verse_id, end_verse_id, version, created_at }: BookmarkItem, language) => {
    const whole = { book, chapter, verse: null, endChapter: chapter, endVerse: null }
    const place = verse_id ? sayVerses(verse_id, end_verse_id ?? verse_id, language) : formatReference(whole, language)
    return `- ${place} · ${version} (${dayOf(created_at)})`
  },
}
