// Drags columns and their borders. This code is fetched when there are several columns.

/** The least width of a column, as a fraction of the row. */
const LEAST_SHARE = 0.18

/**
 * Calls `move` while the pointer is dragged, and `end` when the drag ends. The document has the listeners, because a
 * column that changes its place in the document would lose a pointer capture.
 */
const whileDragged = (move: (event: globalThis.PointerEvent) => void, end: () => void): void => {
  const stop = () => {
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', stop)
    document.removeEventListener('pointercancel', stop)
    end()
  }
  document.addEventListener('pointermove', move)
  document.addEventListener('pointerup', stop)
  document.addEventListener('pointercancel', stop)
}

/** The columns' widths after the border behind column `at` has moved. `by` is the distance as a fraction of the row. */
export const moveBorder = (widths: readonly number[], at: number, by: number): readonly number[] => {
  const [left, right] = [widths[at] ?? 0, widths[at + 1] ?? 0]
  const most = Math.max(0, right - LEAST_SHARE)
  const least = -Math.max(0, left - LEAST_SHARE)
  const moved = Math.max(least, Math.min(most, by))
  return widths.map((width, index) => (index === at ? width + moved : index === at + 1 ? width - moved : width))
}

/** Drags the border behind column `index`. Calls `show` during the drag, and `keep` at its end. */
export const dragBorder = (
  press: { readonly clientX: number; readonly currentTarget: HTMLElement },
  widths: readonly number[],
  index: number,
  show: (widths: readonly number[]) => void,
  keep: (widths: readonly number[]) => void,
): void => {
  const row = press.currentTarget.parentElement?.getBoundingClientRect().width ?? 1
  const from = press.clientX
  let last = widths
  whileDragged(
    ({ clientX }) => {
      last = moveBorder(widths, index, (clientX - from) / row)
      show(last)
    },
    () => keep(last),
  )
}

/** Drags a column by its grip to another place in the row. */
export const dragColumn = (grip: HTMLElement, column: string, onMove: (column: string, to: number) => void): void => {
  const row = grip.closest('.columns')
  row?.setAttribute('data-moving', '')
  whileDragged(
    ({ clientX }) => {
      const columns = [...(row?.querySelectorAll('[data-column]') ?? [])]
      const to = columns.findIndex((place) => clientX <= place.getBoundingClientRect().right)
      const from = columns.findIndex((place) => place.getAttribute('data-column') === column)
      // The column moves only after the pointer has passed the middle of the column at that place. Otherwise a wide
      // column that took a narrow column's place would move back at once.
      const { left = 0, width = 0 } = columns[to]?.getBoundingClientRect() ?? {}
      const beyond = to > from ? clientX > left + width / 2 : clientX < left + width / 2
      if (to !== -1 && to !== from && beyond) onMove(column, to)
    },
    () => row?.removeAttribute('data-moving'),
  )
}
