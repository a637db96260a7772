import type { ChosenWords } from '../columns/reader-state.ts'
import { rangesOf } from '../text/text-offsets.ts'
import { paintWords } from './paint-words.ts'

/** Paints a column's chosen words. Returns a function that clears them. */
export const paintColumn = (root: HTMLElement, column: string, chosen: readonly ChosenWords[]): (() => void) => {
  const paint = () => {
    const selection = getSelection()
    // While the browser shows its own selection, our paint below it would only darken the words.
    const hasNativeSelection = selection?.isCollapsed === false && root.contains(selection.anchorNode)
    paintWords(column, hasNativeSelection ? [] : chosen.flatMap((words) => rangesOf(root, words)))
  }
  paint()
  document.addEventListener('selectionchange', paint)
  return () => {
    document.removeEventListener('selectionchange', paint)
    paintWords(column, [])
  }
}
