import { type RefObject, useEffect } from 'react'

/** While it is open, calls `onDismiss` on a press outside the element and on Escape. */
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
      // In the middle of a Hangul syllable, Escape belongs to the input method.
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
