import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../bible/passage-names.ts'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import { onChapter } from '../on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../study-kind.ts'
import { type OnChapterKind, useItemsOnChapter } from '../use-items-on-chapter.ts'
import type { TextItem } from './text-drafts.ts'
import type { TextList, TextName } from './text-kind.ts'
import { countTexts } from './texts-on-verse.ts'

/** What the reader shows of a kind of texts on a chapter: an icon at each verse that has some. */
export const textsOnChapter = <I extends TextItem>(
  words: TextName,
  icon: LucideIcon,
  overlay: OnChapterKind<TextList, I>,
) => {
  const useTextsOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
    const { t } = useTranslation()
    const { items } = useItemsOnChapter(overlay, viewer, column)
    return useMemo(() => {
      if (items.length === 0) return NOTHING_ON_CHAPTER
      const counts = countTexts(items, verses)
      const marks = new Map<number, VerseMark>()
      for (const verse of verses) {
        const count = counts.get(verse.verse)
        if (count === undefined) continue
        const label = t(`${words}.onVerse`, { count, verse: verseNumber(verse) })
        marks.set(verse.verse, { icon, count, label })
      }
      return { ...NOTHING_ON_CHAPTER, marks }
    }, [items, verses, t])
  }
  return onChapter(useTextsOnChapter)
}
