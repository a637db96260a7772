import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { isOnChapter } from '../../study/is-on-chapter.ts'
import type { OnChapterKind } from '../../study/use-items-on-chapter.ts'
import { highlightWrites } from './highlight-writes.ts'

/** Highlights as the overlay of a chapter has them. */
export const overlayHighlights: OnChapterKind<'highlights', Highlight> = {
  name: 'highlights',
  writes: highlightWrites,
  isOn: isOnChapter,
  shown: (highlight) => highlight,
}
