import type { Note } from '@pathlight/contracts/notes.ts'
import { textWrites } from '../../study/texts/text-writes.ts'

export const noteWrites = textWrites<'note', Note>('note', 'notes', ({ title, text, tags }) => ({ title, text, tags }))
