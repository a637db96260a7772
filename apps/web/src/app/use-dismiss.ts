import { type RefObject, useEffect } from 'react'

/** Calls `onDismiss` on a press outside of the element, and on Escape, while it is open. */
export const useDismiss = (
  inside: RefObject<HTMLElement | null>,
  open: boolean,
  onDismiss: (by: 'press' | 'escape') => void,
): void => {
  useEffect(() => {
    if (!open) return
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !inside.current?.contains(target)) onDismiss('press')
    }
    const pressed = (event: KeyboardEvent) => {
      // In the middle of a Hangul syllable it belongs to the input method.
      if (event.key === 'Escape' && !event.isComposing) onDismiss('escape')
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', pressed)
    }
  }, [inside, open, onDismiss])
}
