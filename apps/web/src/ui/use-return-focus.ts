import { useState } from 'react'

/**
 * For `onCloseAutoFocus`: returns the focus to the element that had it when this dialog opened. Radix does so only for
 * its own trigger, and our dialogs open from anywhere. If that element is gone, as after a deletion, and nothing else
 * took the focus, the page gets it.
 */
export const useReturnFocus = (): ((event: Event) => void) => {
  // Read in the first render: Radix moves the focus before any effect of ours runs.
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (!(opener instanceof HTMLElement)) return
    if (opener.isConnected) opener.focus({ preventScroll: true })
    else if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }
}
