/** After this time no press is in progress: a keyboard that a phone hides ends with none of the events of a press. */
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
