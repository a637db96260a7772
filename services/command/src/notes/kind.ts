import { noteShapes as shapes } from '@pathlight/contracts/notes.ts'
import { note as aggregate } from '@pathlight/domain/notes/note.ts'
import { noteKind as item } from '@pathlight/domain/notes/note-item.ts'
import { kindOnVerses } from '../kind-on-verses.ts'

export const noteKind = kindOnVerses({ item, aggregate, shapes, counted: 'notes' })
