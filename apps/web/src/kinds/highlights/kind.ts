import { withWords } from '../../locales/language.ts'
import type { Kind } from '../../study/kind.ts'
import type words from './words/highlights.en.json'
import type brief from './words/highlights-brief.en.json'
import type changes from './words/highlights-changes.en.json'

declare module '../../locales/catalogues.ts' {
  interface CatalogueWords {
    highlights: typeof words
    'highlights-brief': typeof brief
  }
  interface ChangeWords {
    highlights: typeof changes
  }
}

/** Highlights: words of a verse in a colour. */
export const kind: Kind = {
  name: 'highlights',
  history: 'highlight',
  order: 2,
  writes: () => import('./highlight-writes.ts'),
  path: 'highlights',
  page: () =>
    withWords(['my-memos', 'highlights', 'highlights-brief', 'tags'], () => import('./my-highlights-page.tsx')),
}
