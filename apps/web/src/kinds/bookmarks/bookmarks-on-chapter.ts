import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { iconAtVerses } from '../../study/icon-at-verses.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter } from '../../study/study-kind.ts'
import { Bookmark } from '../../ui/icons.ts'
import { bookmarksOnVerse } from './bookmark.ts'
import { bookmarkWrites } from './bookmark-writes.ts'
import { useBookmarks } from './use-bookmarks.ts'

/** Shows a bookmark icon at each verse that is bookmarked in the column's version. */
const useBookmarksOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { data: bookmarks } = useBookmarks(viewer)
  const writes = usePendingWrites(bookmarkWrites, viewer.id)
  return useMemo(() => {
    if (!bookmarks || bookmarks.length === 0) return NOTHING_ON_CHAPTER
    return iconAtVerses(t, verses, {
      ...{ icon: Bookmark, writes },
      itemsOn: (verse) => bookmarksOnVerse(bookmarks, column, verse),
      label: (options) => t('bookmarks.onVerse', options),
    })
  }, [bookmarks, writes, column, verses, t])
}

export const BookmarksOnChapter = onChapter(useBookmarksOnChapter)
