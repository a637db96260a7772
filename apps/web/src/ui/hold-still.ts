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
  for (const end of ['click', 'pointerup', 'keyup'])
    addEventListener(end, release, { capture: true, signal: ends.signal })
}
