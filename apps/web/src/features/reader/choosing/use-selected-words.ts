import { useEffect, useRef } from 'react'
import { lazyAhead } from '../../../ui/lazy-ahead.tsx'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { ChosenWords } from '../columns/reader-state.ts'

/** The popup is fetched after hydration, because a person who reads may soon choose verses or words. */
const [ChoicePopup, fetchPopupAhead] = lazyAhead(() => import('./choice-popup.tsx'))

export { ChoicePopup }

/** Calls `onWords` when words were selected in a column, and `onNone` when the selection has ended. */
export const useSelectedWords = (
  onWords: (column: string, words: readonly ChosenWords[]) => void,
  onNone: () => void,
): void => {
  const listen = useFetched(true, async () => {
    fetchPopupAhead()
    return (await import('./selected-words.ts')).listenToSelection
  })
  const hasListened = useRef(false)
  useEffect(() => {
    const stop = listen?.({ onWords, onNone })
    // The person may have selected words before the listener was loaded.
    if (listen && !hasListened.current && getSelection()?.isCollapsed === false)
      document.dispatchEvent(new Event('selectionchange'))
    hasListened.current ||= listen !== null
    return stop
  }, [listen, onWords, onNone])
}
