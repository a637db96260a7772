import { NOTE_TEXT_MAX, NOTE_TITLE_MAX } from '@pathlight/contracts/note-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import type { TextKind } from '../../study/texts/text-kind.ts'
import { TextSection } from '../../study/texts/text-section.tsx'
import { WholeText } from '../../study/texts/whole-text.tsx'
import { history } from './history.ts'
import { noteDrafts } from './note-drafts.ts'
import { noteWrites } from './note-writes.ts'
import { overlayNotes } from './overlay-notes.ts'

/** How the panel on a verse and the editor treat notes. */
export const notes: TextKind<Note> = {
  words: 'notes',
  writes: noteWrites,
  history,
  drafts: noteDrafts,
  Whole: WholeText,
  overlay: overlayNotes,
  shortFields: { title: { says: (t) => t('notes.title'), maxLength: NOTE_TITLE_MAX } },
  most: NOTE_TEXT_MAX,
  sayTooLong: (t, max) => t('server.note_too_long', { max }),
}

const NoteSection = (props: SectionProps) => <TextSection kind={notes} {...props} />
export default NoteSection
