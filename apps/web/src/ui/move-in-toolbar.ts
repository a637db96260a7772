import type { KeyboardEvent } from 'react'

/**
 * Moves the focus in a toolbar (WAI-ARIA). The right and left arrow keys go to the next and the previous button, and
 * around at both ends. Home and End go to the first and the last button.
 */
export const moveInToolbar = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const next = buttons.at(to % buttons.length)
  if (next instanceof HTMLElement) next.focus()
}
