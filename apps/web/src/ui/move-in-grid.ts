import type { KeyboardEvent } from 'react'

/** The button that lies above or beneath another one, in whatever way the window broke their lines. */
const beneath = (buttons: readonly HTMLElement[], at: HTMLElement, way: 1 | -1): HTMLElement | undefined => {
  const from = at.getBoundingClientRect()
  const [middle, edge] = [from.left + from.width / 2, way === 1 ? from.bottom : from.top]
  const beyond = buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (way === 1 ? box.top >= edge - 1 : box.bottom <= edge + 1))
  const line = way === 1 ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top))
  const away = ({ box }: { box: DOMRect }) => Math.abs(box.left + box.width / 2 - middle)
  return beyond.filter(({ box }) => Math.abs(box.top - line) < 2).toSorted((a, b) => away(a) - away(b))[0]?.button
}

/**
 * In a grid of buttons the arrows lead from one to its neighbour, also up and down, Home and End to the first and the
 * last. Only one of them is a stop of the Tab key: give it `tabIndex` 0, and -1 to all others.
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
        return beneath(buttons, at, 1)
      case 'ArrowUp':
        return beneath(buttons, at, -1)
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
