import type { InReader } from '../../study/kind.ts'
import { BookmarkTool } from './bookmark-tool.tsx'

/** Bookmarks, as they stand in the header of a column. */
export const inReader: InReader = { columnTool: BookmarkTool }
