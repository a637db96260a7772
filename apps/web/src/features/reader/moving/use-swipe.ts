import { type RefObject, useEffect } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'

/** Turns pages by swipes over the text while `on`. A callback is null if there is no chapter in that direction. */
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
