/** A name for an entry of the history, unique in this tab. It is not a secret. */
export const newEntryName = (): string => Math.random().toString(36).slice(2, 10)

/**
 * Gives each entry of the browser's history its own key, which survives a reload, also entries that the router did not make: the
 * first of a tab, and an address whose end (#v30) the person typed. The router calls all of those `default`, so one visit would
 * take over another's state (its scroll offset). Call it before the router starts, which then finds the keys.
 */
export const nameHistoryEntries = (): void => {
  /** The number of steps from the tab's first entry, as the router counts. */
  let steps = history.state?.idx ?? 0
  const name = (counted: { readonly idx?: number }) => {
    if (history.state?.key === undefined)
      history.replaceState({ ...history.state, ...counted, key: newEntryName() }, '')
  }
  name({})
  addEventListener('popstate', () => {
    // An entry that the router did not count is a typed address: one step further.
    steps = history.state?.idx ?? steps + 1
    name({ idx: steps })
  })
}
