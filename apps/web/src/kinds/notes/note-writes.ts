import type { Note } from '@pathlight/contracts/notes.ts'
import { onVersesOf } from '../../study/on-verses-of.ts'
import { textWrites } from '../../study/texts/text-writes.ts'

export const noteWrites = textWrites<Note>('note', 'notes')
/** Notes as the overlay of a chapter has them. */
export const overlayNotes = onVersesOf('notes', noteWrites)
