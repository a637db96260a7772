import { type PointerEvent, useState } from 'react'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { Mover } from './column-header.tsx'
import { keepWidths, keptWidths } from './kept-reader-state.ts'
import type { Column } from './reader-state.ts'

/** How far one press of an arrow key moves a border, as a fraction of the row. */
const STEP = 0.02

export type Border = {
  /** The position of the border in the row, in percent. */
  readonly at: number
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onStep: (by: -1 | 1) => void
}

/**
 * The widths of columns side by side, and the handlers that move columns and their borders by dragging or by keys. The
 * widths are saved on this device.
 */
export const useColumnRow = (columns: readonly Column[], onMove: (column: string, to: number) => void) => {
  const [resized, setResized] = useState<readonly number[] | null>(null)
  const drag = useFetched(columns.length > 1, () => import('./drag-columns.ts'))
  const widths = resized?.length === columns.length ? resized : keptWidths(columns.length)
  const resize = (to: readonly number[]) => {
    setResized(to)
    keepWidths(to)
  }
  const border = (index: number): Border => ({
    at: Math.round(widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0) * 100),
    onStep: (by) => drag && resize(drag.moveBorder(widths, index, by * STEP)),
    onGrab: (press) => {
      if (press.button !== 0) return
      press.preventDefault()
      drag?.dragBorder(press, widths, index, setResized, keepWidths)
    },
  })
  const mover = (column: Column, index: number): Mover => ({
    onStep: (by) => onMove(column.id, index + by),
    onGrab: (press) => {
      if (press.button !== 0) return
      drag?.dragColumn(press.currentTarget, column.id, onMove)
    },
  })
  return { widths, border, mover }
}
