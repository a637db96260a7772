/** Whether the browser paints ranges (CSS Custom Highlight API). Without it, `mark` elements do. */
export const PAINTS_RANGES: boolean = typeof CSS !== 'undefined' && 'highlights' in CSS

/** The name of the chosen words' highlight in look/reader.css. */
export const CHOSEN = 'chosen-words'

/** The ranges to paint, by the name of their `::highlight()`. */
export type Painted = ReadonlyMap<string, readonly StaticRange[]>

/** The ranges of each column. The names are shared by the page, so the columns' ranges are combined. */
const columns = new Map<string, Painted>()

/** Replaces a column's painted ranges; an empty map clears them. */
export const paintWords = (column: string, painted: Painted): void => {
  if (!PAINTS_RANGES) return
  const before = columns.get(column)
  if (painted.size === 0) columns.delete(column)
  else columns.set(column, painted)
  for (const name of new Set([...(before?.keys() ?? []), ...painted.keys()])) {
    const all = [...columns.values()].flatMap((of) => of.get(name) ?? [])
    if (all.length === 0) CSS.highlights.delete(name)
    else {
      const highlight = new Highlight(...all)
      // Chosen words are painted over everything else.
      highlight.priority = name === CHOSEN ? 1 : 0
      CSS.highlights.set(name, highlight)
    }
  }
}
