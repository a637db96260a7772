import { findableNote } from '@pathlight/contracts/find-rules.ts'
import { textListPage } from '../../study/texts/text-list-page.tsx'
import { NotebookPen } from '../../ui/icons.ts'
import { notes } from './notes.ts'

/** /my-memos/memos */
export const Component = textListPage(notes, {
  words: 'myNotes',
  icon: NotebookPen,
  path: '/api/note/user',
  findable: findableNote,
})
