import { withWords } from '../../locales/language.ts'
import type { Kind } from '../../study/kind.ts'
import type words from './words/notes.en.json'
import type brief from './words/notes-brief.en.json'
import type changes from './words/notes-changes.en.json'

declare module '../../locales/catalogues.ts' {
  interface CatalogueWords {
    notes: typeof words
    'notes-brief': typeof brief
  }
  interface ChangeWords {
    notes: typeof changes
  }
}

/** Notes (memos): texts that a person writes on one or more verses. */
export const kind: Kind = {
  name: 'notes',
  history: 'note',
  order: 1,
  drafts: async () => (await import('./note-drafts.ts')).keptWords,
  writes: () => import('./note-writes.ts'),
  path: 'memos',
  page: () => withWords(['my-memos', 'notes'], () => import('./my-notes-page.tsx')),
  pages: [{ path: '/my-memos/memos/:id', lazy: () => withWords(['free-text'], () => import('./note-page.tsx')) }],
}
