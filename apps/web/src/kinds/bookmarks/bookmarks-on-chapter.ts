import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../bible/passage-names.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../../study/study-kind.ts'
import { Bookmark } from '../../ui/icons.ts'
import { bookmarksOnVerse } from './bookmark.ts'
import { useBookmarks } from './use-bookmarks.ts'

/** A ribbon at each verse that is bookmarked. */
const useBookmarksOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { data: bookmarks } = useBookmarks(viewer)
  return useMemo(() => {
    const marks = new Map<number, VerseMark>()
    for (const verse of bookmarks && bookmarks.length > 0 ? verses : []) {
      const { length: count } = bookmarksOnVerse(bookmarks ?? [], column, verse)
      if (count === 0) continue
      const label = t('bookmarks.onVerse', { count, verse: verseNumber(verse) })
      marks.set(verse.verse, { icon: Bookmark, count, label })
    }
    return marks.size === 0 ? NOTHING_ON_CHAPTER : { ...NOTHING_ON_CHAPTER, marks }
  }, [bookmarks, column, verses, t])
}

export const BookmarksOnChapter = onChapter(useBookmarksOnChapter)
