import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import { Bookmark, type LucideIcon } from 'lucide-react'
import type { WordsKey } from '../../locales/translate.ts'

/** A kind that has a page of its own in My Resources. */
type Section = {
  readonly path: string
  readonly title: WordsKey
  /** In the navigation, and on the overview. */
  readonly label: WordsKey
  readonly open: WordsKey
  /** Among the counts, or what stands in its place. */
  readonly count: keyof ResourceCounts | LucideIcon
}

/** In the order of the navigation. The pages themselves are routes within the frame's (app/routes.tsx). */
export const SECTIONS: readonly Section[] = [
  {
    path: '/my-memos/memos',
    title: 'mine.notesTitle',
    label: 'mine.notes',
    open: 'mine.openNotes',
    count: 'notes_count',
  },
  {
    path: '/my-memos/highlights',
    title: 'mine.highlightsTitle',
    label: 'mine.highlights',
    open: 'mine.openHighlights',
    count: 'highlights_count',
  },
  {
    path: '/my-memos/sermons',
    title: 'mine.sermonsTitle',
    label: 'mine.sermons',
    open: 'mine.openSermons',
    count: 'sermons_count',
  },
  {
    path: '/my-memos/bookmarks',
    title: 'mine.bookmarksTitle',
    label: 'mine.bookmarks',
    open: 'mine.openBookmarks',
    count: Bookmark,
  },
]
