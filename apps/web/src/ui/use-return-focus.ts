import { useState } from 'react'

/**
 * For `onCloseAutoFocus`: returns the focus to the element that had it when the dialog opened. Radix does so only for
 * its own triggers. If that element is gone and nothing else has the focus, the page gets it.
 */
export const useReturnFocus = (): ((event: Event) => void) => {
  // Read during the first render, because Radix moves the focus before effects run.
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (!(opener instanceof HTMLElement)) return
    if (opener.isConnected) opener.focus({ preventScroll: true })
    else if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }
}
