import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../bible/passage-names.ts'
import { onChapter } from '../../study/on-chapter.ts'
import { type ChapterOf, NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { PencilLine } from '../../ui/icons.ts'
import { countNotes } from './notes-on-verse.ts'
import { overlayNotes } from './overlay-notes.ts'

/** A pen at each verse that has notes. */
const useNotesOnChapter = ({ viewer, column, verses }: ChapterOf): OnChapter => {
  const { t } = useTranslation()
  const { items } = useItemsOnChapter(overlayNotes, viewer, column)
  return useMemo(() => {
    if (items.length === 0) return NOTHING_ON_CHAPTER
    const counts = countNotes(items, verses)
    const marks = new Map<number, VerseMark>()
    for (const verse of verses) {
      const count = counts.get(verse.verse)
      if (count === undefined) continue
      const label = t('notes.onVerse', { count, verse: verseNumber(verse) })
      marks.set(verse.verse, { icon: PencilLine, count, label })
    }
    return { ...NOTHING_ON_CHAPTER, marks }
  }, [items, verses, t])
}

export const NotesOnChapter = onChapter(useNotesOnChapter)
