import { withWords } from '../../locales/language.ts'
import type { Kind } from '../../study/kind.ts'
import type words from './words/pads.en.json'
import type brief from './words/pads-brief.en.json'
import type changes from './words/pads-changes.en.json'

declare module '../../locales/catalogues.ts' {
  interface CatalogueWords {
    pads: typeof words
    'pads-brief': typeof brief
  }
  interface ChangeWords {
    pads: typeof changes
  }
}

/** Study pads: passages, items, headings and texts that a person collects under a title. */
export const kind: Kind = {
  name: 'pads',
  history: 'pad',
  order: 5,
  drafts: async () => (await import('./pad-drafts.ts')).keptWords,
  writes: () => import('./pad-writes.ts'),
  path: 'pads',
  page: () => withWords(['my-memos', 'pads'], () => import('./my-pads-page.tsx')),
  pathOf: (id) => `/my-memos/pads/${id}`,
  pages: [
    {
      path: '/my-memos/pads/:id',
      lazy: () => withWords(['editor', 'history', 'pads', 'reference'], () => import('./pad-page.tsx')),
    },
  ],
}
