import type { Note } from '@pathlight/contracts/notes.ts'
import { isOnChapter } from '../../study/is-on-chapter.ts'
import type { OnChapterKind } from '../../study/use-items-on-chapter.ts'
import { noteWrites } from './note-writes.ts'

/** Notes as the overlay of a chapter has them. */
export const overlayNotes: OnChapterKind<'notes', Note> = {
  name: 'notes',
  writes: noteWrites,
  isOn: isOnChapter,
  shown: (note) => note,
}
