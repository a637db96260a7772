import { onVersesOf } from '../../study/on-verses-of.ts'
import { noteWrites } from './note-writes.ts'

export const overlayNotes = onVersesOf('notes', noteWrites)
