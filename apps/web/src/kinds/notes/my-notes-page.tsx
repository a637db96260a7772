import { findableNote } from '@pathlight/contracts/find-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { TextListPage } from '../../study/texts/text-list-page.tsx'
import type { ListKind } from '../../study/use-item-list.ts'
import { NotebookPen } from '../../ui/icons.ts'
import { noteWrites } from './note-writes.ts'
import { notes } from './notes.ts'

const list: ListKind<Note> = { writes: noteWrites, path: '/api/note/user', findable: findableNote }

/** /my-memos/memos */
export const Component = () => <TextListPage kind={notes} list={list} words="myNotes" icon={NotebookPen} />
