import { findableNote } from '@pathlight/contracts/find-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { noteWrites } from './note-writes.ts'
import type { ListKind } from './use-item-list.ts'

/** All notes of a person. */
export const noteList: ListKind<Note> = { writes: noteWrites, path: '/api/note/user', findable: findableNote }
