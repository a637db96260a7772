/** Whether the browser paints ranges itself (CSS Custom Highlight API); else they become `mark` elements. */
export const PAINTS_RANGES: boolean = typeof CSS !== 'undefined' && 'highlights' in CSS

/** What stands in look/reader.css for the words that are chosen. */
export const CHOSEN = 'chosen-words'

/** The ranges to be painted, by the name of their `::highlight()`. */
export type Painted = ReadonlyMap<string, readonly StaticRange[]>

/** What each column has painted. The names belong to the page, so what the columns have is put together. */
const columns = new Map<string, Painted>()

/** Paints a column's ranges in the place of those it had; none to clear it. */
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
      // The words that are chosen now are painted over everything else.
      highlight.priority = name === CHOSEN ? 1 : 0
      CSS.highlights.set(name, highlight)
    }
  }
}
