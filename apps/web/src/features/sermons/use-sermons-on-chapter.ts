import { BookOpenCheck } from 'lucide-react'
import { useMemo } from 'react'
import { verseNumber } from '../../bible/passage-names.ts'
import { useTranslation } from '../../locales/translation.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../../study/study-kind.ts'
import { useOverlay } from '../../study/use-overlay.ts'
import { sermonsOnVerse } from './sermons-on-verse.ts'

/** An open book where a sermon's verses begin on the chapter: on each of them it would be in the way of reading. */
export const useSermonsOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { data: overlay } = useOverlay(viewer, column)
  return useMemo(() => {
    const [first] = verses
    if (!overlay || overlay.sermons.length === 0 || !first) return NOTHING_ON_CHAPTER
    const marks = new Map<number, VerseMark>()
    for (const verse of verses) {
      const { verse_id } = verse
      const begun = sermonsOnVerse(overlay.sermons, verse).filter(
        ({ shown_from }) => shown_from >= verse_id || (verse === first && shown_from <= verse_id),
      )
      if (begun.length === 0) continue
      const label = t('sermon.onVerse', { count: begun.length, verse: verseNumber(verse) })
      marks.set(verse.verse, { icon: BookOpenCheck, count: begun.length, label })
    }
    return { ...NOTHING_ON_CHAPTER, marks }
  }, [overlay, verses, t])
}
