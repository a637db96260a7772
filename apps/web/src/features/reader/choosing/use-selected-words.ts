import { useEffect, useRef } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ChosenWords } from '../columns/reader-state.ts'

/** Hears of words that are selected in a column; of none any more. */
export const useSelectedWords = (
  onWords: (column: string, words: readonly ChosenWords[]) => void,
  onNone: () => void,
): void => {
  const listen = useFetched(true, async () => {
    // Fetched ahead: a person who selects words may soon want to do something with them.
    import('./choice-popup.tsx').catch(() => undefined)
    return (await import('./selected-words.ts')).listenToSelection
  })
  const heard = useRef(false)
  useEffect(() => {
    const stop = listen?.({ onWords, onNone })
    // The person may have selected words before this listened.
    if (listen && !heard.current && getSelection()?.isCollapsed === false)
      document.dispatchEvent(new Event('selectionchange'))
    heard.current ||= listen !== null
    return stop
  }, [listen, onWords, onNone])
}
