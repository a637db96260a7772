import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { InReader } from '../../study/kind.ts'
import { BookmarkTool } from './bookmark-tool.tsx'

/** Bookmarks, as they stand in the header of a column, and where a passage is chosen. */
export const inReader: InReader = {
  columnTool: BookmarkTool,
  shortcuts: lazy(() => withWords(['bookmarks-brief'], () => import('./bookmark-shortcuts.tsx'))),
}
