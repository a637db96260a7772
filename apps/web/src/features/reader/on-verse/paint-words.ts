/** Whether the browser can paint ranges (CSS Custom Highlight API). */
export const PAINTS_RANGES: boolean = typeof CSS !== 'undefined' && 'highlights' in CSS

/** The name of the chosen words' highlight in look/reader.css. */
const CHOSEN = 'chosen-words'

/** The chosen ranges of each column. The page has one highlight for all columns, so the ranges are combined. */
const columns = new Map<string, readonly StaticRange[]>()

/** Replaces a column's painted ranges. An empty array clears them. */
export const paintWords = (column: string, ranges: readonly StaticRange[]): void => {
  columns.set(column, ranges)
  const all = [...columns.values()].flat()
  if (all.length === 0) CSS.highlights.delete(CHOSEN)
  else CSS.highlights.set(CHOSEN, new Highlight(...all))
}
