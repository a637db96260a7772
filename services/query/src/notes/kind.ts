import { noteShapes as shapes } from '@pathlight/contracts/notes.ts'
import { noteKind as item } from '@pathlight/domain/notes/note-item.ts'
import { kindOnVerses, projectionOnVerses } from '../kind-on-verses.ts'
import { textsOnVerses } from '../texts-on-verses.ts'

export const notes = projectionOnVerses(item, { name: 'notes', version: 5 })

export const noteKind = kindOnVerses({
  ...{ item, shapes, model: notes, longest: 55_000 },
  ...textsOnVerses({ en: 'Notes', ko: '메모' }),
})
