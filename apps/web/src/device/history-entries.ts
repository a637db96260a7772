/** A name for an entry of the history, unlike any other of this tab. It is a name, not a secret. */
export const newEntryName = (): string => Math.random().toString(36).slice(2, 10)

/**
 * Gives each entry of the browser's history a key of its own that a reload keeps, also those that the router did not
 * make: the first one of a tab, and an address whose end (#v30) the person typed. The router calls them all `default`,
 * so one visit would take over what another one left (how far it was scrolled). Call it before the router starts: then
 * the router finds the keys.
 */
export const nameHistoryEntries = (): void => {
  /** How many steps the entry is away from the tab's first one; the router counts so. */
  let steps = history.state?.idx ?? 0
  const name = (counted: { readonly idx?: number }) => {
    if (history.state?.key === undefined)
      history.replaceState({ ...history.state, ...counted, key: newEntryName() }, '')
  }
  name({})
  addEventListener('popstate', () => {
    // An entry that the router did not count is an address that was typed: one step further.
    steps = history.state?.idx ?? steps + 1
    name({ idx: steps })
  })
}
