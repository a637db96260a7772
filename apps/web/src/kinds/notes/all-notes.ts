import { findableNote } from '@pathlight/contracts/find-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import type { ListKind } from '../../study/use-item-list.ts'
import { noteWrites } from './note-writes.ts'

/** All notes of a person. */
export const noteList: ListKind<Note> = { writes: noteWrites, path: '/api/note/user', findable: findableNote }
