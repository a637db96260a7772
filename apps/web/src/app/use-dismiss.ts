import { type RefObject, useEffect } from 'react'
import { isComposing } from '../ui/composing.ts'

/** While `open`, calls `onDismiss` on a press outside the element and on Escape. */
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
      if (event.key === 'Escape' && !isComposing(event)) onDismiss('escape')
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', pressed)
    }
  }, [inside, open, onDismiss])
}
