import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import type { WordsKey } from '../../locales/translate.ts'

/** A kind that has a page of its own in My Resources. */
type Section = {
  readonly path: string
  readonly title: WordsKey
  /** In the navigation, and on the overview. */
  readonly label: WordsKey
  readonly open: WordsKey
  readonly count: keyof ResourceCounts
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
]
