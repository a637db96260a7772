import type { Change } from '@pathlight/contracts/history.ts'
import type { Look } from '../../study/looks.ts'

/** A row of the history: a change, or an administrator's look. */
export type HistoryRow = { readonly at: string } & ({ readonly change: Change } | { readonly look: Look })

/**
 * Changes and looks of administrators, newest first. Both lists are newest first, and the changes keep their order. `isWhole` says
 * that there are no older changes. If there are, looks older than the last change are left out.
 */
export const historyRows = (changes: readonly Change[], looks: readonly Look[], isWhole: boolean): HistoryRow[] => {
  const rows: HistoryRow[] = []
  let next = 0
  const takeLooks = (since: string) => {
    for (let look = looks[next]; look && look.at >= since; look = looks[++next]) rows.push({ at: look.at, look })
  }
  for (const change of changes) {
    takeLooks(change.at)
    rows.push({ at: change.at, change })
  }
  if (isWhole) takeLooks('')
  return rows
}

/**
 * The words before each change, by its position: those of the item's previous change in the list. `changes`: newest first, without
 * gaps for an item.
 */
export const wordsBefore = (changes: readonly Change[]): ReadonlyMap<string, string> => {
  const words = new Map<string, string>()
  const last = new Map<string, Change>()
  for (const change of changes.toReversed()) {
    const item = `${change.kind} ${change.id}`
    const before = last.get(item)
    if (before && before.action !== 'removed') words.set(change.position, before.excerpt)
    last.set(item, change)
  }
  return words
}
