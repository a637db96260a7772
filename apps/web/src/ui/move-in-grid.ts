import type { KeyboardEvent } from 'react'

/**
 * The nearest button in the line above (-1) or below (1). The lines are measured, because they depend on the window's
 * width.
 */
const inNextLine = (buttons: readonly HTMLElement[], at: HTMLElement, way: 1 | -1): HTMLElement | undefined => {
  const from = at.getBoundingClientRect()
  const [middle, edge] = [from.left + from.width / 2, way === 1 ? from.bottom : from.top]
  const beyond = buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (way === 1 ? box.top >= edge - 1 : box.bottom <= edge + 1))
  const line = way === 1 ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top))
  const distance = ({ box }: { box: DOMRect }) => Math.abs(box.left + box.width / 2 - middle)
  return beyond.filter(({ box }) => Math.abs(box.top - line) < 2).toSorted((a, b) => distance(a) - distance(b))[0]
    ?.button
}

/**
 * Moves the focus in a grid of buttons: arrow keys go to the neighbour in their direction, Home to the first and End to
 * the last button. Give `tabIndex` 0 to one button and -1 to all others, so that Tab stops once.
 */
export const moveInGrid = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-cell]')]
  const at = buttons.find((button) => button === document.activeElement)
  if (!at || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const index = buttons.indexOf(at)
  const neighbour = (): HTMLElement | undefined | null => {
    switch (event.key) {
      case 'ArrowRight':
        return buttons[index + 1]
      case 'ArrowLeft':
        return buttons[index - 1]
      case 'ArrowDown':
        return inNextLine(buttons, at, 1)
      case 'ArrowUp':
        return inNextLine(buttons, at, -1)
      case 'Home':
        return buttons[0]
      case 'End':
        return buttons.at(-1)
      default:
        return null
    }
  }
  const next = neighbour()
  if (next === null) return
  event.preventDefault()
  if (!next) return
  at.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
