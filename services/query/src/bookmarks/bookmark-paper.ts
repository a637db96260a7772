import type { BookmarkItem } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { dayOf, type Paper } from '../paper.ts'

/** A bookmark as a line. */
export const bookmarkPaper: Paper = {
  title: { en: 'Bookmarks', ko: '북마크' },
  files: 'one',
  inWords: ({ book, chapter, version, created_at }: BookmarkItem, language) => {
    const whole = { book, chapter, verse: null, endChapter: chapter, endVerse: null }
    return `- ${formatReference(whole, language)} · ${version} (${dayOf(created_at)})`
  },
}
