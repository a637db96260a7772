import { useEffect } from 'react'

/** A lower window than this part of the highest one has a keyboard. */
const WITH_KEYBOARD = 0.75

/**
 * Keeps a sheet above the keyboard of the screen, which some browsers lay over the page and others take from its height.
 * Sets `--seen`, the height of what is seen of the window, and, where there is a keyboard, `--keyboard`, how much of the
 * window it covers, both in pixels, and `data-above-keyboard`.
 */
export const useAboveKeyboard = (sheet: HTMLElement | null): void => {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!(sheet && viewport)) return
    let highest = 0
    const measure = () => {
      // Enlarged with two fingers: no more of the page is hidden than the person wants.
      if (viewport.scale > 1.01) return
      const { height, offsetTop } = viewport
      highest = Math.max(highest, innerHeight, height)
      sheet.style.setProperty('--seen', `${height}px`)
      sheet.style.setProperty('--keyboard', `${Math.max(0, innerHeight - height - offsetTop)}px`)
      sheet.toggleAttribute('data-above-keyboard', height < WITH_KEYBOARD * highest)
    }
    measure()
    for (const event of ['resize', 'scroll'] as const) viewport.addEventListener(event, measure)
    return () => {
      for (const event of ['resize', 'scroll'] as const) viewport.removeEventListener(event, measure)
    }
  }, [sheet])
}
