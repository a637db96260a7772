import type { CSSProperties } from 'react'
import type { ColumnRow } from '../text/use-aligned-rows.ts'

/**
 * `together`: side by side in shared rows. `separate`: side by side, each scrolling alone. `one`: a single visible
 * column, which is the page.
 */
export type Layout = 'one' | 'together' | 'separate'

/**
 * The CSS grid of the columns. `widths`: their shares of the row. `rows`: the verses of each column, if columns share
 * rows.
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
  // Rows: the header, the chapter's heading, the verses, and two rows below them.
  return { gridTemplateColumns, gridTemplateRows: `auto auto repeat(${height}, auto) auto auto` }
}
