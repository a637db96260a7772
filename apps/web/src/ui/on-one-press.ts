import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * The handlers of a button that removes its row or chip at once. The next row then moves under the pointer and gets the
 * focus, so the second press of a double click, and Enter held down, would remove that row as well. Both do nothing.
 */
export const onOnePress = (remove: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) remove()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  },
})
