import type { KeyboardEvent } from 'react'

/** In a toolbar the arrows lead from one button to the next, from the last to the first, and nowhere else (WAI-ARIA, toolbar). */
export const moveInToolbar = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const next = buttons.at(to % buttons.length)
  if (next instanceof HTMLElement) next.focus()
}
