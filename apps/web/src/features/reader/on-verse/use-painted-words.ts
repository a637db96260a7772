import { type RefObject, useLayoutEffect } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ChosenWords } from '../columns/reader-state.ts'
import { PAINTS_RANGES } from './paint-words.ts'
import type { StudyOnChapter } from './use-study-on-chapter.tsx'

/**
 * Paints what study material a column has, and the words that are chosen in it. `shown` is another object whenever other
 * text nodes stand on the page.
 */
export const usePaintedWords = (
  root: RefObject<HTMLElement | null>,
  column: string,
  paints: StudyOnChapter['paints'],
  chosen: readonly ChosenWords[],
  shown: unknown,
): void => {
  const something = PAINTS_RANGES && (paints.size > 0 || chosen.length > 0)
  const paint = useFetched(something, async () => (await import('./painted-words.ts')).paintColumn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other text nodes there are other ranges
  useLayoutEffect(() => {
    if (something && paint && root.current) return paint(root.current, { column, paints, chosen })
  }, [root, something, paint, column, paints, chosen, shown])
}
