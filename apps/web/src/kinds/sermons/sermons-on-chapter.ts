import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../bible/passage-names.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { BookOpenCheck } from '../../ui/icons.ts'
import { overlaySermons } from './overlay-sermons.ts'
import { sermonsOnVerse } from './sermons-on-verse.ts'

/** An open book stands where a sermon's verses begin on the chapter. On each verse it would disturb the reading. */
const useSermonsOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { items } = useItemsOnChapter(overlaySermons, viewer, column)
  return useMemo(() => {
    const [first] = verses
    if (items.length === 0 || !first) return NOTHING_ON_CHAPTER
    const marks = new Map<number, VerseMark>()
    for (const verse of verses) {
      const { verse_id } = verse
      const beginning = sermonsOnVerse(items, verse).filter(
        ({ shown_from }) => shown_from >= verse_id || (verse === first && shown_from <= verse_id),
      )
      if (beginning.length === 0) continue
      const label = t('sermons.onVerse', { count: beginning.length, verse: verseNumber(verse) })
      marks.set(verse.verse, { icon: BookOpenCheck, count: beginning.length, label })
    }
    return { ...NOTHING_ON_CHAPTER, marks }
  }, [items, verses, t])
}

export const SermonsOnChapter = onChapter(useSermonsOnChapter)
