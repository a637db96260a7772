import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useHighlightColor } from '../../session/settings-query.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { useFetched } from '../../ui/use-fetched.ts'
import { overlayHighlights } from './overlay-highlights.ts'

/** Paints highlighted words, and marks the number of each verse that has highlights in this version or another. */
const useHighlightsOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { items } = useItemsOnChapter(overlayHighlights, viewer, column)
  const yours = useHighlightColor(viewer)
  const highlights = items.length > 0 ? items : null
  // The code is fetched only if there are highlights: most chapters have none.
  const show = useFetched(highlights !== null, async () => (await import('./show-highlights.ts')).showHighlights)
  return useMemo(
    () => (highlights && show ? show({ highlights, verses, yours, t }) : NOTHING_ON_CHAPTER),
    [highlights, show, verses, yours, t],
  )
}

export const HighlightsOnChapter = onChapter(useHighlightsOnChapter)
