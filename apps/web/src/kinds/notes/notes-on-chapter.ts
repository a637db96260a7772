import { textsOnChapter } from '../../study/texts/texts-on-chapter.ts'
import { PencilLine } from '../../ui/icons.ts'
import { overlayNotes } from './note-writes.ts'

export const NotesOnChapter = textsOnChapter('notes', PencilLine, overlayNotes)
