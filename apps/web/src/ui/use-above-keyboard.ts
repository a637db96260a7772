import { useEffect } from 'react'

/** The on-screen keyboard counts as open if the visible height of the window is below this share of its greatest. */
const WITH_KEYBOARD = 0.75

/**
 * Keeps a sheet above the on-screen keyboard. Once the keyboard has opened, sets `--seen`, the visible height of the
 * window, and `--keyboard`, the height that the keyboard covers, both in pixels. While the keyboard is open, the sheet
 * has `data-above-keyboard`.
 */
export const useAboveKeyboard = (sheet: HTMLElement | null): void => {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!(sheet && viewport)) return
    let highest = 0
    const measure = () => {
      // After zooming with two fingers the visible part is smaller, although no keyboard is open.
      if (viewport.scale > 1.01) return
      const { height, offsetTop } = viewport
      highest = Math.max(highest, innerHeight, height)
      const isOpen = height < WITH_KEYBOARD * highest
      // Setting the properties restyles everything in the sheet, so they are not set before the keyboard has opened.
      if (!isOpen && sheet.style.getPropertyValue('--seen') === '') return
      sheet.style.setProperty('--seen', `${height}px`)
      sheet.style.setProperty('--keyboard', `${Math.max(0, innerHeight - height - offsetTop)}px`)
      sheet.toggleAttribute('data-above-keyboard', isOpen)
    }
    measure()
    for (const event of ['resize', 'scroll'] as const) viewport.addEventListener(event, measure)
    return () => {
      for (const event of ['resize', 'scroll'] as const) viewport.removeEventListener(event, measure)
    }
  }, [sheet])
}
