import type { Change } from '@pathlight/contracts/history.ts'
import type { Look } from '../../study/looks.ts'

/** A row of the history: a change, or what an administrator looked at. */
export type HistoryRow = { readonly at: string } & ({ readonly change: Change } | { readonly look: Look })

/**
 * The changes with what administrators looked at among them, newest first. Both lists are newest first; the changes keep
 * their order. `isWhole`: no older change comes. Else a look that is older than the last change waits for its neighbours.
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
 * The rows under the days on which they were, as `dayOf` names them: by each reader's own calendar. A day comes again where two
 * clocks differ. Its `key` stays the same when rows are added to it: the page keeps what it shows of a day.
 */
export const byDay = <Row extends { readonly at: string }>(rows: readonly Row[], dayOf: (at: string) => string) => {
  const days: { key: string; day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.at)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ key: `${day} ${days.filter((known) => known.day === day).length}`, day, rows: [row] })
  }
  return days
}

/**
 * The words of each change before it, by its position: those of the item's last change among the older ones here. `changes`: newest
 * first, all that there are of an item as far back as they go.
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
