import type { Verse } from '@pathlight/contracts/bible.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { iconAtVerses } from '../../study/icon-at-verses.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { BookOpenCheck } from '../../ui/icons.ts'
import { overlaySermons, sermonsOnVerse } from './sermons-on-verse.ts'

/** Shows an icon at a sermon's first verse on the chapter. An icon at each of its verses would disturb the reader. */
const useSermonsOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { items, writes } = useItemsOnChapter(overlaySermons, viewer, column)
  return useMemo(() => {
    const [first] = verses
    if (items.length === 0 || !first) return NOTHING_ON_CHAPTER
    const itemsOn = (verse: Verse) =>
      sermonsOnVerse(items, verse).filter(
        ({ shown_from }) => shown_from >= verse.verse_id || (verse === first && shown_from <= verse.verse_id),
      )
    const label = (options: { readonly count: number; readonly verse: string }) => t('sermons.onVerse', options)
    return iconAtVerses(t, verses, { icon: BookOpenCheck, itemsOn, writes, label })
  }, [items, writes, verses, t])
}

export const SermonsOnChapter = onChapter(useSermonsOnChapter)
