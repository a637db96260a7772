import type { CSSProperties } from 'react'
import type { ColumnRow } from '../text/use-aligned-rows.ts'

/**
 * `together`: columns side by side in shared rows. `separate`: columns side by side, each scrolling alone. `one`: a
 * single visible column, with which the page scrolls.
 */
export type Layout = 'one' | 'together' | 'separate'

/**
 * The CSS grid of the columns. `widths` are the columns' fractions of the row. `rows` has the verses of each column if
 * the columns share rows.
 */
export const rowStyle = (
  layout: Layout,
  widths: readonly number[],
  rows: readonly (readonly ColumnRow[])[] | null,
): CSSProperties => {
  if (layout === 'one') return {}
  const gridTemplateColumns = widths.map((width) => `minmax(0, ${width}fr)`).join(' 1px ')
  if (layout === 'separate') return { gridTemplateColumns }
  const height = Math.max(1, ...(rows ?? []).map((list) => list.reduce((sum, { headed }) => sum + (headed ? 2 : 1), 0)))
  // The rows are the header, the chapter's heading, the verses, the copyright, and the foot.
  return { gridTemplateColumns, gridTemplateRows: `auto auto repeat(${height}, auto) auto auto` }
}
