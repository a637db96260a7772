import { withWords } from '../../locales/language.ts'
import type { Kind } from '../../study/kind.ts'
import type words from './words/sermons.en.json'
import type brief from './words/sermons-brief.en.json'
import type changes from './words/sermons-changes.en.json'

declare module '../../locales/catalogues.ts' {
  interface CatalogueWords {
    sermons: typeof words
    'sermons-brief': typeof brief
  }
  interface ChangeWords {
    sermons: typeof changes
  }
}

/** Sermons: rich texts on a range of verses, each with a page of its own. */
export const kind: Kind = {
  name: 'sermons',
  history: 'sermon',
  moves: true,
  order: 3,
  drafts: async () => (await import('./kept-words.ts')).keptWords,
  writes: () => import('./sermon-writes.ts'),
  path: 'sermons',
  page: () => withWords(['my-memos', 'sermons'], () => import('./my-sermons-page.tsx')),
  pathOf: (id) => `/my-memos/sermons/${id}`,
  pages: [
    {
      path: '/my-memos/sermons/:id',
      lazy: () => withWords(['sermons'], () => import('./sermon-page.tsx')),
    },
  ],
}
