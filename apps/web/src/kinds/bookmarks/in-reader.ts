import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { BookmarkTool } from './bookmark-tool.tsx'

export const inReader: InReader = {
  onVerses: {
    name: 'bookmarks',
    fetchOnChapter: async () => ({ default: (await import('./bookmarks-on-chapter.ts')).BookmarksOnChapter }),
    section: {
      title: (t) => t('bookmarks.title'),
      Component: lazy(() => withWords(['bookmarks', 'tags'], () => import('./bookmark-section.tsx'))),
    },
  },
  columnTool: BookmarkTool,
  shortcuts: lazy(() => withWords(['bookmarks-brief'], () => import('./bookmark-shortcuts.tsx'))),
}
