import { onVersesOf } from '../../study/on-verses-of.ts'
import { noteWrites } from './note-writes.ts'

/** Notes as the overlay of a chapter has them. */
export const overlayNotes = onVersesOf('notes', noteWrites)
