/**
 * After this time, in milliseconds, no press is in progress. When a phone hides its keyboard, none of the events that end a press
 * comes.
 */
const RELEASED_MS = 1_000

/** Keeps the height of an element until the present press has reached its button, so that the button does not move away. */
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
