import { PencilLine } from 'lucide-react'
import { useMemo } from 'react'
import { verseNumber } from '../../bible/passage-names.ts'
import { useTranslation } from '../../locales/translation.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../../study/study-kind.ts'
import { useOverlay } from '../../study/use-overlay.ts'
import { countNotes, countOnVerse } from './notes-on-verse.ts'

/** A pen at each verse that has notes. */
export const useNotesOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { data: overlay } = useOverlay(viewer, column)
  return useMemo(() => {
    if (!overlay || overlay.notes.length === 0) return NOTHING_ON_CHAPTER
    const counts = countNotes(overlay.notes)
    const marks = new Map<number, VerseMark>()
    for (const verse of verses) {
      const count = countOnVerse(counts, verse)
      if (count === 0) continue
      const label = t('notes.onVerse', { count, verse: verseNumber(verse) })
      marks.set(verse.verse, { icon: PencilLine, count, label })
    }
    return { ...NOTHING_ON_CHAPTER, marks }
  }, [overlay, verses, t])
}
