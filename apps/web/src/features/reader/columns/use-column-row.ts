import { type PointerEvent, useState } from 'react'
import type { Mover } from './column-header.tsx'
import type { Column } from './desk.ts'
import { keepWidths, keptWidths } from './kept-desk.ts'

/** No column gets narrower than this share of the row. */
const LEAST_SHARE = 0.18
/** How much of the row one press of an arrow key moves a border. */
const STEP = 0.02

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

export type Border = {
  /** The share of the row that the columns before it have, in percent. */
  readonly at: number
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onStep: (by: -1 | 1) => void
}

/** The order and the widths of columns side by side, changed by dragging or by keys, and remembered on this device. */
export const useColumnRow = (columns: readonly Column[], onMove: (column: string, to: number) => void) => {
  const [resized, setResized] = useState<readonly number[] | null>(null)
  const widths = resized?.length === columns.length ? resized : keptWidths(columns.length)
  const resize = (to: readonly number[]) => {
    setResized(to)
    keepWidths(to)
  }
  const border = (index: number): Border => ({
    at: Math.round(widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0) * 100),
    onStep: (by) => resize(moveBorder(widths, index, by * STEP)),
    onGrab: (press) => {
      if (press.button !== 0) return
      press.preventDefault()
      const row = press.currentTarget.parentElement?.getBoundingClientRect().width ?? 1
      const drag = ({ clientX }: { clientX: number }) => moveBorder(widths, index, (clientX - press.clientX) / row)
      let last = widths
      whileDragged(
        (event) => {
          last = drag(event)
          setResized(last)
        },
        () => keepWidths(last),
      )
    },
  })
  const mover = (column: Column, index: number): Mover => ({
    onStep: (by) => onMove(column.id, index + by),
    onGrab: (press) => {
      if (press.button !== 0) return
      const grip = press.currentTarget
      const row = grip.closest('.columns')
      row?.setAttribute('data-moving', '')
      whileDragged(
        ({ clientX }) => {
          const places = [...(row?.querySelectorAll('[data-column]') ?? [])]
          const to = places.findIndex((place) => clientX <= place.getBoundingClientRect().right)
          const from = places.findIndex((place) => place.getAttribute('data-column') === column.id)
          // Not back at once where a wide column took the place of a narrow one.
          const { left = 0, width = 0 } = places[to]?.getBoundingClientRect() ?? {}
          const beyond = to > from ? clientX > left + width / 2 : clientX < left + width / 2
          if (to !== -1 && to !== from && beyond) onMove(column.id, to)
        },
        () => row?.removeAttribute('data-moving'),
      )
    },
  })
  return { widths, border, mover }
}
