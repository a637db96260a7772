import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useFetched } from '../../ui/use-fetched.ts'
import type { ChosenWords } from './desk.ts'
import { PAINTS_RANGES } from './paint-words.ts'
import type { StudyOnChapter } from './use-study-on-chapter.ts'

// What hands do with a text, and what is painted on it. All of it comes after the text: as much less is fetched before it.

/** Hears of words that are selected in a column; of none any more. */
export const useSelectedWords = (
  onWords: (column: string, words: readonly ChosenWords[]) => void,
  onNone: () => void,
): void => {
  const listen = useFetched(true, async () => {
    // Somebody who may select words may soon want to do something with them.
    void import('./choice-popup.tsx')
    return (await import('./selected-words.ts')).listenToSelection
  })
  const heard = useRef(false)
  useEffect(() => {
    const stop = listen?.({ onWords, onNone })
    // The text is there to be selected before anybody listens.
    if (listen && !heard.current && getSelection()?.isCollapsed === false)
      document.dispatchEvent(new Event('selectionchange'))
    heard.current ||= listen !== null
    return stop
  }, [listen, onWords, onNone])
}

/** Turns pages by a finger's swipe over the text, where `on`. Null: there is no page that way. */
export const useSwipe = (
  text: RefObject<HTMLElement | null>,
  on: boolean,
  onPrevious: (() => void) | null,
  onNext: (() => void) | null,
): void => {
  const listen = useFetched(on, async () => (await import('./swipe.ts')).listenToSwipes)
  useEffect(() => {
    if (on && listen && text.current) return listen(text.current, { onPrevious, onNext })
  }, [text, on, listen, onPrevious, onNext])
}

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
