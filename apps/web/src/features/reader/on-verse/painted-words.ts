import type { ChosenWords } from '../columns/reader-state.ts'
import { rangesOf } from '../text/text-offsets.ts'
import { CHOSEN, paintWords } from './paint-words.ts'
import type { StudyOnChapter } from './use-study-on-chapter.tsx'

type Painting = {
  readonly column: string
  readonly paints: StudyOnChapter['paints']
  readonly chosen: readonly ChosenWords[]
}

/** Paints a column's items and chosen words. Returns a function that clears them. */
export const paintColumn = (root: HTMLElement, { column, paints, chosen }: Painting): (() => void) => {
  const paint = () => {
    const painted = new Map<string, StaticRange[]>()
    const add = (name: string, words: ChosenWords) => {
      const ranges = rangesOf(root, words)
      painted.set(name, [...(painted.get(name) ?? []), ...ranges])
    }
    for (const [verse, stretches] of paints)
      for (const { name, start, end } of stretches) add(name, { verse, start, end })
    const selection = getSelection()
    // While the browser shows its own selection, ours below it would only darken it.
    const hasNativeSelection = selection?.isCollapsed === false && root.contains(selection.anchorNode)
    if (!hasNativeSelection) for (const words of chosen) add(CHOSEN, words)
    paintWords(column, painted)
  }
  paint()
  if (chosen.length > 0) document.addEventListener('selectionchange', paint)
  return () => {
    document.removeEventListener('selectionchange', paint)
    paintWords(column, new Map())
  }
}
