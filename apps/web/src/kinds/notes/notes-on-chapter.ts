import { onChapter } from '../../study/on-chapter.ts'
import { useTextsOnChapter } from '../../study/texts/texts-on-chapter.ts'
import { PencilLine } from '../../ui/icons.ts'
import { overlayNotes } from './note-writes.ts'

export const NotesOnChapter = onChapter(useTextsOnChapter, {
  name: 'notes',
  icon: PencilLine,
  overlay: overlayNotes,
} as const)
