import { findableText } from '@pathlight/contracts/find-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { TextListPage } from '../../study/texts/text-list-page.tsx'
import { WholeText } from '../../study/texts/whole-text.tsx'
import type { ListKind } from '../../study/use-item-list.ts'
import { NotebookPen } from '../../ui/icons.ts'
import { noteWrites } from './note-writes.ts'

const list: ListKind<Note> = { writes: noteWrites, path: '/api/note/user', findable: findableText }

/** The page /my-memos/memos: all notes, newest first. */
export const Component = () => <TextListPage Whole={WholeText} list={list} words="myNotes" icon={NotebookPen} />
