import { withWords } from '../../locales/language.ts'
import type { Kind } from '../../study/kind.ts'
import type words from './words/bookmarks.en.json'
import type brief from './words/bookmarks-brief.en.json'
import type changes from './words/bookmarks-changes.en.json'

declare module '../../locales/catalogues.ts' {
  interface CatalogueWords {
    bookmarks: typeof words
    'bookmarks-brief': typeof brief
  }
  interface ChangeWords {
    bookmarks: typeof changes
  }
}

/** Bookmarks: chapters and verses to come back to. */
export const kind: Kind = {
  name: 'bookmarks',
  history: 'bookmark',
  order: 4,
  writes: () => import('./bookmark-writes.ts'),
  path: 'bookmarks',
  page: () => withWords(['my-memos', 'bookmarks', 'tags'], () => import('./my-bookmarks-page.tsx')),
}
