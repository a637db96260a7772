// What the mouse does with columns side by side; fetched where there are several.

/** No column gets narrower than this share of the row. */
const LEAST_SHARE = 0.18

/** Calls `move` while the pointer is dragged, and `end` when it is let go. Not by capture: a column that moves would lose it. */
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

/** The widths after the border behind column `at` has moved by a share of the row. */
export const moveBorder = (widths: readonly number[], at: number, by: number): readonly number[] => {
  const [left, right] = [widths[at] ?? 0, widths[at + 1] ?? 0]
  const most = Math.max(0, right - LEAST_SHARE)
  const least = -Math.max(0, left - LEAST_SHARE)
  const moved = Math.max(least, Math.min(most, by))
  return widths.map((width, index) => (index === at ? width + moved : index === at + 1 ? width - moved : width))
}

/** Drags the border behind column `index`: `show` while it moves, `keep` when it is let go. */
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

/** Drags a column by its grip to another place of the row. */
export const dragColumn = (grip: HTMLElement, column: string, onMove: (column: string, to: number) => void): void => {
  const row = grip.closest('.columns')
  row?.setAttribute('data-moving', '')
  whileDragged(
    ({ clientX }) => {
      const places = [...(row?.querySelectorAll('[data-column]') ?? [])]
      const to = places.findIndex((place) => clientX <= place.getBoundingClientRect().right)
      const from = places.findIndex((place) => place.getAttribute('data-column') === column)
      // Not back at once where a wide column took the place of a narrow one.
      const { left = 0, width = 0 } = places[to]?.getBoundingClientRect() ?? {}
      const beyond = to > from ? clientX > left + width / 2 : clientX < left + width / 2
      if (to !== -1 && to !== from && beyond) onMove(column, to)
    },
    () => row?.removeAttribute('data-moving'),
  )
}
