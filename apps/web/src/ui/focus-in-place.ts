import { focusInPlace } from './pass-focus-on.ts'

/**
 * Called right before `gone` is removed. If the focus is in it, the first link or button that comes in its place gets the focus; until
 * there is one, the page or panel around it has it. Text fields are passed over, because a phone would open its keyboard.
 */
focusInPlace.pass = (gone) => {
  const around = gone.closest<HTMLElement>("[tabindex='-1']")
  const focused = document.activeElement
  // A link that was followed leads to another page, which has its own beginning.
  if (!around || !gone.contains(focused) || focused?.closest('a[href]')) return
  const part = gone.closest('section') ?? around
  const controls = () => [...part.querySelectorAll<HTMLElement>('a[href], button')]
  const place = controls().findIndex((one) => gone.contains(one))
  // What comes in its place may have to be fetched first.
  const observer = new MutationObserver(() => {
    const now = document.activeElement
    if (now !== around && now !== document.body) return observer.disconnect()
    const next = part.isConnected ? controls()[place] : undefined
    if (next) observer.disconnect()
    const target = next ?? around
    target.focus({ preventScroll: true })
  })
  observer.observe(around, { childList: true, subtree: true })
  // From the next key or touch on, the person has the focus where they want it.
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => observer.disconnect(), { once: true, capture: true })
}
