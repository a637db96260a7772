import type { Note } from '@pathlight/contracts/notes.ts'
import type { EditedKind } from '../../study/editor/edited-kind.ts'
import { history } from './history.ts'
import { type NoteDraft, noteDrafts } from './note-draft.ts'
import { noteWrites } from './note-writes.ts'

const WholeNote = ({ item: { title, text } }: { readonly item: Note }) => (
  <>
    {title && <p className="font-semibold">{title}</p>}
    {text}
  </>
)

/** Notes, as their editor writes them. */
export const editedNotes: EditedKind<Note, NoteDraft> = {
  words: 'notes',
  writes: noteWrites,
  history,
  drafts: noteDrafts,
  Whole: WholeNote,
}
