import type { CSSProperties } from 'react'
import type { ColumnRow } from '../text/use-aligned-rows.ts'

/** Side by side the columns share rows or stand alone; on a small screen, and where there is one, a column is the page. */
export type Layout = 'one' | 'together' | 'separate'

/** The grid of the columns. `widths`: their shares of the row. `rows`: the verses of each column, where columns share rows. */
export const rowStyle = (
  layout: Layout,
  widths: readonly number[],
  rows: readonly (readonly ColumnRow[])[] | null,
): CSSProperties => {
  if (layout === 'one') return {}
  const gridTemplateColumns = widths.map((width) => `minmax(0, ${width}fr)`).join(' 1px ')
  if (layout === 'separate') return { gridTemplateColumns }
  const height = Math.max(1, ...(rows ?? []).map((list) => list.reduce((sum, { headed }) => sum + (headed ? 2 : 1), 0)))
  // The header's row, the chapter's heading, the verses, and what stands beneath them.
  return { gridTemplateColumns, gridTemplateRows: `auto auto repeat(${height}, auto) auto auto` }
}
