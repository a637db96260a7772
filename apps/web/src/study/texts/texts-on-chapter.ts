import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import { iconAtVerses } from '../icon-at-verses.ts'
import { onChapter } from '../on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter } from '../study-kind.ts'
import { type OnChapterKind, useItemsOnChapter } from '../use-items-on-chapter.ts'
import type { TextItem } from './text-drafts.ts'
import type { TextList, TextName } from './text-kind.ts'
import { textsOnVerse } from './texts-on-verse.ts'

type Kind<I extends TextItem> = { readonly icon: LucideIcon; readonly overlay: OnChapterKind<TextList & TextName, I> }

/** The marks of a kind of texts on a chapter: an icon at each verse that has texts. */
const useTextsOnChapter = <I extends TextItem>(
  { viewer, column, verses }: ChapterOf,
  { icon, overlay }: Kind<I>,
): OnChapter => {
  const { t } = useTranslation()
  const { items, writes } = useItemsOnChapter(overlay, viewer, column)
  return useMemo(() => {
    if (items.length === 0) return NOTHING_ON_CHAPTER
    return iconAtVerses(t, verses, {
      ...{ icon, writes },
      itemsOn: (verse) => textsOnVerse(items, verse),
      label: (options) => t(`${overlay.name}.onVerse`, options),
    })
  }, [items, writes, verses, t, icon, overlay])
}

/** Makes the component that shows a kind of texts on a chapter. */
export const textsOnChapter = <I extends TextItem>(icon: LucideIcon, overlay: Kind<I>['overlay']) =>
  onChapter<Kind<I>>(useTextsOnChapter, { icon, overlay })
