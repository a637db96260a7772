/**
 * After this time, in milliseconds, a press counts as finished even without an event. When a phone hides its keyboard,
 * no event reports the end of a press.
 */
const RELEASED_MS = 1_000

/** Fixes the height of an element until the present press has ended, so that the pressed button does not move away. */
export const holdStill = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.height = `${element.offsetHeight}px`
  const ends = new AbortController()
  const release = () =>
    setTimeout(() => {
      element.style.height = ''
      ends.abort()
    })
  setTimeout(release, RELEASED_MS)
  for (const end of ['click', 'pointerup', 'keyup'])
    addEventListener(end, release, { capture: true, signal: ends.signal })
}
