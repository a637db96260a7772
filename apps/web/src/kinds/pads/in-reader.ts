import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { Library } from '../../ui/icons.ts'

/** Study pads in the reader. Chosen verses can be added to them, but pads are not shown on verses. */
export const inReader: InReader = {
  onVerses: {
    name: 'pads',
    action: {
      icon: Library,
      label: (t) => t('pads.pad'),
      run: async (...asked) => (await withWords(['pads'], () => import('./add-chosen.ts'))).default(...asked),
    },
    section: {
      title: (t) => t('kinds.pads.label'),
      Component: lazy(() => withWords(['history', 'pads'], () => import('./pad-section.tsx'))),
    },
  },
}
