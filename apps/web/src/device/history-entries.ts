/** A random name for a history entry, unique in this tab. It is not a secret. */
export const newEntryName = (): string => Math.random().toString(36).slice(2, 10)

/**
 * Gives each entry of the browser's history a key of its own, which survives a reload. The router gives the key
 * `default` to entries that it did not make, such as a tab's first entry or a typed hash (#v30). Two entries with one
 * key would share their state, such as the scroll offset. Call this before the router starts.
 */
export const nameHistoryEntries = (): void => {
  /** The number of steps from the tab's first entry, counted as the router does. */
  let steps = history.state?.idx ?? 0
  const name = (counted: { readonly idx?: number }) => {
    if (history.state?.key === undefined)
      history.replaceState({ ...history.state, ...counted, key: newEntryName() }, '')
  }
  name({})
  addEventListener('popstate', () => {
    // An entry without `idx` is not the router's: the person typed a hash. It comes one step after the entry that was
    // open.
    steps = history.state?.idx ?? steps + 1
    name({ idx: steps })
  })
}
