import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { BookOpenCheck } from '../../ui/icons.ts'

export const inReader: InReader = {
  onVerses: {
    name: 'sermons',
    fetchOnChapter: async () => ({ default: (await import('./sermons-on-chapter.ts')).SermonsOnChapter }),
    action: {
      icon: BookOpenCheck,
      label: (t) => t('sermons.sermon'),
      run: (_chosen, { openWorkspace }) => openWorkspace(null),
    },
    section: {
      title: (t) => t('kinds.sermons.label'),
      Component: lazy(() => withWords(['sermons'], () => import('./sermon-section.tsx'))),
    },
    workspace: {
      title: (t) => t('sermons.sermon'),
      Component: lazy(() => withWords(['editor', 'sermons'], () => import('./sermon-workspace.tsx'))),
    },
  },
}
