/** Keeps an element as high as it is until the press that is under way has reached its button: what moves away is not pressed. */
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
