import { type RefObject, useLayoutEffect } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ChosenWords } from '../columns/reader-state.ts'
import { PAINTS_RANGES } from './paint-words.ts'
import type { StudyOnChapter } from './use-study-on-chapter.tsx'

/** Paints a column's items and chosen words. `textNodes` must be a new object whenever the page has other text nodes. */
export const usePaintedWords = (
  root: RefObject<HTMLElement | null>,
  column: string,
  paints: StudyOnChapter['paints'],
  chosen: readonly ChosenWords[],
  textNodes: unknown,
): void => {
  const isNeeded = PAINTS_RANGES && (paints.size > 0 || chosen.length > 0)
  const paint = useFetched(isNeeded, async () => (await import('./painted-words.ts')).paintColumn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other text nodes there are other ranges
  useLayoutEffect(() => {
    if (isNeeded && paint && root.current) return paint(root.current, { column, paints, chosen })
  }, [root, isNeeded, paint, column, paints, chosen, textNodes])
}
