import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { Fetched } from '../ui/fetched.tsx'

/** The properties of the button that stands in for the control until the control's code has loaded. */
type StandIn = {
  readonly onClick: () => void
  readonly onPointerEnter: () => void
  readonly onFocus: () => void
  readonly 'aria-haspopup': 'menu' | 'dialog'
}
type ControlType = ComponentType<{ openAtOnce: boolean }>

/**
 * Makes a button whose menu or dialog is fetched when the button gets the pointer or the focus, because that code is
 * large and most pages are read without it. After a press the menu or dialog opens as soon as its code has loaded.
 * `button` renders a button that looks like the control's own.
 */
export const fetchedControl = (opens: 'menu' | 'dialog', fetchControl: () => Promise<{ default: ControlType }>) => {
  const Control = lazy(fetchControl)
  const fetchAhead = () => void fetchControl().catch(() => undefined)
  return ({ button }: { button: (standIn: StandIn) => ReactNode }) => {
    const [pressed, setPressed] = useState(false)
    const standIn = button({
      onClick: () => setPressed(true),
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      'aria-haspopup': opens,
    })
    if (!pressed) return standIn
    return (
      <Fetched instead={standIn}>
        <Control openAtOnce />
      </Fetched>
    )
  }
}
