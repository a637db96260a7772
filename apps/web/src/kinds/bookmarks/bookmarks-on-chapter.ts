import type { Verse } from '@pathlight/contracts/bible.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { iconAtVerses } from '../../study/icon-at-verses.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter } from '../../study/study-kind.ts'
import { Bookmark } from '../../ui/icons.ts'
import { bookmarksOnVerse } from './bookmark.ts'
import { useBookmarks } from './use-bookmarks.ts'

/** A ribbon at each verse that is bookmarked. */
const useBookmarksOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { data: bookmarks } = useBookmarks(viewer)
  return useMemo(() => {
    if (!bookmarks || bookmarks.length === 0) return NOTHING_ON_CHAPTER
    const countOn = (verse: Verse) => bookmarksOnVerse(bookmarks, column, verse).length
    return iconAtVerses(verses, Bookmark, countOn, (options) => t('bookmarks.onVerse', options))
  }, [bookmarks, column, verses, t])
}

export const BookmarksOnChapter = onChapter(useBookmarksOnChapter)
