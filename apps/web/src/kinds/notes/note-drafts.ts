import type { Note } from '@pathlight/contracts/notes.ts'
import { keptTextWords, textDraftsOf } from '../../study/texts/text-drafts.ts'

export const noteDrafts = textDraftsOf<Note>('note', 'noteId')
export const keptWords = keptTextWords('notes', noteDrafts)
