import { textsOnChapter } from '../../study/texts/texts-on-chapter.ts'
import { PencilLine } from '../../ui/icons.ts'
import { overlayNotes } from './overlay-notes.ts'

export default textsOnChapter(PencilLine, overlayNotes)
