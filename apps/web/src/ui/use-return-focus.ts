import { useState } from 'react'

/**
 * Gives the focus back to whatever had it when this dialog opened. Radix does so for a trigger of its own only, and ours
 * are opened from anywhere. If that is gone, as what was deleted is, and nothing else took the focus, the page gets it. To be
 * given to `onCloseAutoFocus`.
 */
export const useReturnFocus = (): ((event: Event) => void) => {
  // Read while rendering for the first time: no effect runs before Radix' own, which moves the focus.
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (!(opener instanceof HTMLElement)) return
    if (opener.isConnected) opener.focus({ preventScroll: true })
    else if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }
}
