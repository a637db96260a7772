import { type RefObject, useLayoutEffect } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ChosenWords } from '../columns/reader-state.ts'
import { PAINTS_RANGES } from './paint-words.ts'

/** Paints a column's chosen words. `textNodes` must have a new object whenever the column's text nodes change. */
export const usePaintedWords = (
  root: RefObject<HTMLElement | null>,
  column: string,
  chosen: readonly ChosenWords[],
  textNodes: readonly [unknown, unknown],
): void => {
  const isNeeded = PAINTS_RANGES && chosen.length > 0
  const paint = useFetched(isNeeded, async () => (await import('./painted-words.ts')).paintColumn)
  useLayoutEffect(() => {
    if (isNeeded && paint && root.current) return paint(root.current, column, chosen)
  }, [root, isNeeded, paint, column, chosen, ...textNodes])
}
