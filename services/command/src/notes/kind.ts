import { note as aggregate } from '@pathlight/domain/notes/note.ts'
import { noteKind as item } from '@pathlight/domain/notes/note-item.ts'
import type { Kind } from '../kind.ts'
import { addNote } from './add-note.ts'
import { editNote } from './edit-note.ts'
import { importedNote } from './imported-note.ts'
import { removeNote } from './remove-note.ts'

export const noteKind: Kind = {
  item,
  counted: 'notes',
  aggregate,
  imported: importedNote,
  keptBeside: true,
  routes: (app, dependencies) => {
    addNote(app, '/api/note/', dependencies)
    editNote(app, '/api/note/detail/:id', dependencies)
    removeNote(app, '/api/note/detail/:id', dependencies)
  },
}
