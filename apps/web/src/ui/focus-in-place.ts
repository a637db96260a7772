import { focusInPlace } from './pass-focus-on.ts'

const controlsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('a[href], button')]

/**
 * Called right before `gone` is removed. If the focus is in it, the link or button that comes in its place gets the focus: of a row, the
 * same button of the next row, else the last one of the row before. Until there is one, the page or panel around it has the focus. Text
 * fields are passed over, because a phone would open its keyboard.
 */
focusInPlace.pass = (gone) => {
  const around = gone.closest<HTMLElement>("[tabindex='-1']")
  const focused = document.activeElement
  // A link that was followed leads to another page, which has its own beginning.
  if (!around || !gone.contains(focused) || focused?.closest('a[href]')) return
  // A row's list, because the whole page may go, and the next one has buttons of its own.
  const part = gone.closest(gone.matches('li') ? 'ul' : 'section') ?? around
  const controls = controlsIn(part)
  const pressed = controls.find((one) => one === focused) ?? controls.find((one) => gone.contains(one))
  const place = pressed ? controls.indexOf(pressed) : -1
  const rowBefore = gone.matches('li') ? gone.previousElementSibling : null
  // What comes in its place may have to be fetched first.
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
  // From the next key or touch on, the person has the focus where they want it.
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => observer.disconnect(), { once: true, capture: true })
}
