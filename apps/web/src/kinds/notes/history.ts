import type { Note } from '@pathlight/contracts/notes.ts'
import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { PencilLine } from '../../ui/icons.ts'
import { noteWrites } from './note-writes.ts'

/** Notes, as histories show them. */
export const history: KindHistory<Note> = {
  kind: 'note',
  icon: PencilLine,
  Difference: lazy(() => withWords(['history'], () => import('../../study/texts/text-difference.tsx'))),
  touches: noteWrites.touches,
}
