import { BookOpenCheck } from 'lucide-react'
import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { StudyKind } from '../../study/study-kind.ts'
import { useSermonsOnChapter } from './use-sermons-on-chapter.ts'

/** Sermons, as they stand on verses. */
export const sermonKind: StudyKind = {
  name: 'sermons',
  useOnChapter: useSermonsOnChapter,
  action: {
    icon: BookOpenCheck,
    label: (t) => t('sermon.sermon'),
    run: (_chosen, { openWorkspace }) => openWorkspace(null),
  },
  section: {
    title: (t) => t('sermon.section'),
    Component: lazy(() => withWords(['sermons'], () => import('./sermon-section.tsx'))),
  },
  workspace: {
    title: (t) => t('sermon.sermon'),
    Component: lazy(() => withWords(['sermons'], () => import('./sermon-workspace.tsx'))),
  },
}
