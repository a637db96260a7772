import { focusInPlace } from './pass-focus-on.ts'

const controlsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('a[href], button')]

/**
 * Called right before `gone` is removed. If `gone` has the focus, the link or button in its place gets the focus: for a
 * row, the same button in the next row, or the last button of the previous row. Until there is such a button, the page
 * or panel around has the focus. Text fields do not get the focus, because a phone would open its keyboard.
 */
focusInPlace.pass = (gone) => {
  const around = gone.closest<HTMLElement>("[tabindex='-1']")
  const focused = document.activeElement
  // After a press on a link another page opens, which sets its own focus.
  if (!around || !gone.contains(focused) || focused?.closest('a[href]')) return
  // Only the row's list or the section around `gone` is searched, if there is one. Another page may replace it.
  const part = gone.closest(gone.matches('li') ? 'ul' : 'section') ?? around
  const controls = controlsIn(part)
  const pressed = controls.find((one) => one === focused) ?? controls.find((one) => gone.contains(one))
  const place = pressed ? controls.indexOf(pressed) : -1
  const rowBefore = gone.matches('li') ? gone.previousElementSibling : null
  // The link or button that gets the focus may have to load first, so the observer waits for it.
  const observer = new MutationObserver(() => {
    const now = document.activeElement
    if (now !== around && now !== document.body) return observer.disconnect()
    const next =
      (part.isConnected && controlsIn(part)[place]) || (rowBefore?.isConnected && controlsIn(rowBefore).at(-1))
    if (next) observer.disconnect()
    const target = next || around
    target.focus({ preventScroll: true })
  })
  observer.observe(around, { childList: true, subtree: true })
  // With the next key or press the person moves the focus, so the observer must not move it any more.
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => observer.disconnect(), { once: true, capture: true })
}
