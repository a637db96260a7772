import { NOTE_TEXT_MAX, NOTE_TITLE_MAX } from '@pathlight/contracts/note-rules.ts'
import { noteShapes as shapes } from '@pathlight/contracts/notes.ts'
import { noteKind as item } from '@pathlight/domain/notes/note-item.ts'
import { kindOnVerses, projectionOnVerses } from '../kind-on-verses.ts'
import { textsOnVerses } from '../texts-on-verses.ts'

export const notes = projectionOnVerses(item, { name: 'notes', version: 5 })

export const noteKind = kindOnVerses({
  ...{ item, shapes, model: notes, longest: NOTE_TEXT_MAX + NOTE_TITLE_MAX + 5_000 },
  ...textsOnVerses<'note'>({ en: 'Notes', ko: '메모' }, {}),
})
