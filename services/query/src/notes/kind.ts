import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { findableNote } from '@pathlight/contracts/find-rules.ts'
import type { NoteEvent } from '@pathlight/domain/notes/events.ts'
import { noteKind as item } from '@pathlight/domain/notes/note-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { onVerses } from '../passage.ts'
import { getNote } from './get-note.ts'
import { listNotes } from './list-notes.ts'
import { notePaper } from './note-paper.ts'
import { getChapterNotes, notesOnChapter } from './notes-on-chapter.ts'
import { type NoteDocument, notes } from './projection.ts'

export const noteKind: Kind = {
  item,
  projections: [notes as AnyProjection],
  counted: notes,
  whole: { model: notes, longest: LONGEST.note },
  searched: {
    name: 'notes',
    findable: findableNote,
    words: ({ title, text }: NoteDocument) => ({ title, text }),
    passage: ({ version, verse_id, end_verse_id }: NoteDocument) => onVerses(version, verse_id, end_verse_id),
    changedAt: ({ updated_at }: NoteDocument) => updated_at,
    color: null,
  },
  paper: notePaper,
  onChapter: { name: 'notes', items: notesOnChapter },
  passageOf: ({ data }: NoteEvent) => onVerses(data.version, data.verseId, data.endVerseId),
  excerptOf: ({ type, data }: NoteEvent) =>
    type === 'NoteRemoved' ? null : excerptOf([data.title, data.text].filter(Boolean).join(' — ')),
  routes: (app, dependencies) => {
    const onChapter = notesOnChapter(dependencies.readModels, dependencies.numbering)
    getChapterNotes(app, '/api/note/user/chapter', { ...dependencies, onChapter })
    listNotes(app, '/api/note/user', dependencies)
    getNote(app, '/api/note/detail/:id', dependencies)
  },
}
