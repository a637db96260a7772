import { useEffect } from 'react'

/** Pixels of a drag after which a sheet closes; less, and it comes back. */
const FAR = 90
/** Pixels a millisecond: a flick closes, however short. */
const FAST = 0.6

/** A sheet that a finger draws down closes. It is drawn by its head, or by its content where that is at its beginning. */
export const useSwipeDown = (own: HTMLElement | null, on: boolean, close: () => void): void => {
  useEffect(() => {
    if (!(on && own)) return
    let from: { readonly x: number; readonly y: number; readonly at: number } | null = null
    let drawn = 0
    const begin = ({ touches: [touch], target }: TouchEvent) => {
      const field =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=slider]')
      from = touch && !field && own.scrollTop <= 0 ? { x: touch.clientX, y: touch.clientY, at: Date.now() } : null
      drawn = 0
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!(from && touch)) return
      const down = touch.clientY - from.y
      // Sideways, or up: that is something else.
      if (drawn === 0 && (down < 6 || Math.abs(touch.clientX - from.x) > down)) {
        if (down < -6) from = null
        return
      }
      drawn = Math.max(1, down)
      event.preventDefault()
      own.style.transform = `translateY(${drawn}px)`
    }
    const end = () => {
      if (drawn === 0 || !from) return
      const speed = drawn / Math.max(1, Date.now() - from.at)
      from = null
      own.style.transform = ''
      if (drawn > FAR || speed > FAST) close()
      drawn = 0
    }
    own.addEventListener('touchstart', begin, { passive: true })
    own.addEventListener('touchmove', move, { passive: false })
    for (const event of ['touchend', 'touchcancel'] as const) own.addEventListener(event, end)
    return () => {
      own.removeEventListener('touchstart', begin)
      own.removeEventListener('touchmove', move)
      for (const event of ['touchend', 'touchcancel'] as const) own.removeEventListener(event, end)
    }
  }, [own, on, close])
}
