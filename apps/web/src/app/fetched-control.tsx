import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/** What the button must be given that stands in the control's place until the control is there. */
type ForNow = {
  readonly onClick: () => void
  readonly onPointerEnter: () => void
  readonly onFocus: () => void
  readonly 'aria-haspopup': 'menu' | 'dialog'
}
type Control = ComponentType<{ openAtOnce: boolean }>

/**
 * A button whose menu is fetched when the pointer or the focus comes to it. Once pressed, it opens the menu, however
 * late that comes. The code that places a floating menu is large, and most pages are read without it. `button` looks
 * like the control's own.
 */
export const fetchedControl = (opens: 'menu' | 'dialog', fetchControl: () => Promise<{ default: Control }>) => {
  const Fetched = lazy(fetchControl)
  const fetchAhead = () => void fetchControl().catch(() => undefined)
  return ({ button }: { button: (forNow: ForNow) => ReactNode }) => {
    const [pressed, setPressed] = useState(false)
    const forNow = button({
      onClick: () => setPressed(true),
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      'aria-haspopup': opens,
    })
    if (!pressed) return forNow
    return (
      <Suspense fallback={forNow}>
        <Fetched openAtOnce />
      </Suspense>
    )
  }
}
