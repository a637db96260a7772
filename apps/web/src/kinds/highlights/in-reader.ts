import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { Highlighter } from '../../ui/icons.ts'

export const inReader: InReader = {
  onVerses: {
    name: 'highlights',
    fetchOnChapter: async () => ({ default: (await import('./highlights-on-chapter.ts')).HighlightsOnChapter }),
    action: {
      icon: Highlighter,
      label: (t) => t('highlights.action'),
      run: async (chosen, acting) => {
        const { highlightChosen } = await import('./highlight-chosen.ts')
        await highlightChosen(chosen, acting)
      },
    },
    AtOnce: lazy(() => import('./highlight-colors-at-once.tsx')),
    section: {
      title: (t) => t('kinds.highlights.label'),
      Component: lazy(() =>
        withWords(['highlights', 'highlights-brief', 'tags'], () => import('./highlight-section.tsx')),
      ),
    },
  },
}
