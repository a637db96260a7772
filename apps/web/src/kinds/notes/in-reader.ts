import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { PencilLine } from '../../ui/icons.ts'

export const inReader: InReader = {
  onVerses: {
    name: 'notes',
    fetchOnChapter: () => import('./notes-on-chapter.ts'),
    action: {
      icon: PencilLine,
      label: (t) => t('notes.memos'),
      run: (_chosen, { openSection }) => openSection(),
    },
    section: {
      title: (t) => t('kinds.notes.label'),
      Component: lazy(() => withWords(['editor', 'notes'], () => import('./notes.tsx'))),
    },
  },
}
