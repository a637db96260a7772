import type { Change } from '@pathlight/contracts/history.ts'
import type { Look } from '../../study/looks.ts'

/** A row of the history: a change, or an administrator's view of the person's data (`look`). */
export type HistoryRow = { readonly at: string } & ({ readonly change: Change } | { readonly look: Look })

/**
 * Merges changes and administrators' views. Both lists are newest first, and the changes stay in their order.
 * `isWhole`: there are no older changes. Otherwise views before the oldest change in the list are left out.
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
 * The words before each change: the words of the item's previous change in the list, unless that was its removal. The
 * key is the change's position. `changes` must be newest first, and none may be missing between two of an item.
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
