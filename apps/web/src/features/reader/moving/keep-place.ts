import type { Column } from '../columns/reader-state.ts'
import { keepSpot } from './reading-place.ts'

// What is done about the reader's place after the text is there. So this code is not fetched before the text.

/** How long a place is held in view, in milliseconds: letters that come late move what is beneath them. */
const HELD_MS = 3000

/** Shows a place again whenever the text changes its height, until the reader moves by themselves. Returns how to stop. */
export const holdPlace = (section: HTMLElement, show: () => void): (() => void) => {
  const text = section.querySelector('.scripture')
  if (!text) return () => undefined
  let height = text.clientHeight
  const observer = new ResizeObserver(() => {
    if (text.clientHeight === height) return
    height = text.clientHeight
    show()
  })
  observer.observe(text)
  const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
  const end = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const event of moves) removeEventListener(event, end, { capture: true })
  }
  const timer = setTimeout(end, HELD_MS)
  for (const event of moves) addEventListener(event, end, { capture: true, passive: true })
  return end
}

/** Milliseconds after the last scrolling at which the place is kept. */
const KEPT_AFTER_MS = 120

/** Keeps the place as the reader moves on, and at the latest before they leave it. Returns how to stop. */
export const keepPlace = (section: HTMLElement, entry: string, column: Column): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    keepSpot(section, entry, column)
  }
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, KEPT_AFTER_MS)
  }
  const leave = () => timer !== undefined && keep()
  document.addEventListener('scroll', moved, { capture: true, passive: true })
  const leaving = ['click', 'popstate', 'pagehide'] as const
  for (const event of leaving) addEventListener(event, leave, { capture: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('scroll', moved, { capture: true })
    for (const event of leaving) removeEventListener(event, leave, { capture: true })
  }
}
