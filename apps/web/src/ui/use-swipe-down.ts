import { useEffect } from 'react'

/** A drag of more than this many pixels closes the sheet. After a shorter and slow drag the sheet returns. */
const FAR = 90
/** A drag that is faster than this, in pixels per millisecond, closes the sheet at any length. */
const FAST = 0.6

/** On a phone every dialog is a sheet (look/controls.css). */
const PHONE = '(max-width: 759px)'

/**
 * Closes a sheet that the person drags down by its head, or by its content if the content is scrolled to its top.
 * `isSheet`: the dialog is a sheet on a wide screen too.
 */
export const useSwipeDown = (sheet: HTMLElement | null, isSheet: boolean, close: () => void): void => {
  useEffect(() => {
    if (!sheet) return
    let from: { readonly x: number; readonly y: number; readonly at: number } | null = null
    let dragged = 0
    const begin = ({ touches: [touch], target }: TouchEvent) => {
      if (!isSheet && !matchMedia(PHONE).matches) return
      const field =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=slider]')
      const scroller = (target instanceof Element && target.closest('[data-scrolls]')) || sheet
      from = touch && !field && scroller.scrollTop <= 0 ? { x: touch.clientX, y: touch.clientY, at: Date.now() } : null
      dragged = 0
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!(from && touch)) return
      const down = touch.clientY - from.y
      // A drag sideways or up does not move the sheet.
      if (dragged === 0 && (down < 6 || Math.abs(touch.clientX - from.x) > down)) {
        if (down < -6) from = null
        return
      }
      dragged = Math.max(1, down)
      event.preventDefault()
      sheet.style.transform = `translateY(${dragged}px)`
    }
    const end = () => {
      if (dragged === 0 || !from) return
      const speed = dragged / Math.max(1, Date.now() - from.at)
      from = null
      sheet.style.transform = ''
      if (dragged > FAR || speed > FAST) close()
      dragged = 0
    }
    sheet.addEventListener('touchstart', begin, { passive: true })
    sheet.addEventListener('touchmove', move, { passive: false })
    for (const event of ['touchend', 'touchcancel'] as const) sheet.addEventListener(event, end)
    return () => {
      sheet.removeEventListener('touchstart', begin)
      sheet.removeEventListener('touchmove', move)
      for (const event of ['touchend', 'touchcancel'] as const) sheet.removeEventListener(event, end)
    }
  }, [sheet, isSheet, close])
}
