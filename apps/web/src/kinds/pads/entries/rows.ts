import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { newId } from '../../../api/new-id.ts'

/** An entry with a key, because two entries may be equal. */
export type Row = { readonly key: string; readonly entry: PadEntry }
export type Rows = readonly Row[]
type Entries = readonly PadEntry[]

const rowOf = (entry: PadEntry): Row => ({ key: newId(), entry })
const known = new WeakMap<Entries, Rows>()

/** The entries of a pad as rows. The functions below make lists in which each unchanged entry keeps its key. */
export const rowsOf = (entries: Entries): Rows => {
  const rows = known.get(entries) ?? entries.map(rowOf)
  known.set(entries, rows)
  return rows
}

/**
 * Gives the entries of `next`, which another device or tab saved, the keys of `before`, so that rows stay mounted.
 * Equal entries get the same key. If both lists have equally many other entries of a type, these count as edited: the
 * first gets the key of the first, and so on.
 */
export const keepKeys = (before: Entries, next: Entries): void => {
  const left = rowsOf(before).map((row) => ({ ...row, said: JSON.stringify(row.entry) }))
  const take = (isIt: (row: (typeof left)[number]) => boolean): string | undefined => {
    const at = left.findIndex(isIt)
    return at < 0 ? undefined : left.splice(at, 1)[0]?.key
  }
  const says = next.map((entry) => JSON.stringify(entry))
  const same = says.map((one) => take(({ said }) => said === one))
  const newOnes = Object.groupBy(
    next.filter((_, at) => same[at] === undefined),
    ({ type }) => type,
  )
  const oldOnes = Object.groupBy(left, ({ entry }) => entry.type)
  const keyOf = ({ type }: PadEntry, at: number) =>
    same[at] ??
    (newOnes[type]?.length === oldOnes[type]?.length ? take((row) => row.entry.type === type) : undefined) ??
    newId()
  known.set(
    next,
    next.map((entry, at) => ({ key: keyOf(entry, at), entry })),
  )
}

const entriesOf = (rows: Rows): Entries => {
  const entries = rows.map(({ entry }) => entry)
  known.set(entries, rows)
  return entries
}

/**
 * Inserts entries after the row with the key `after`. If `after` is null or no longer exists, adds them at the end.
 * `added`: the new rows.
 */
export const withAdded = (
  entries: Entries,
  after: string | null,
  more: Entries,
): { readonly entries: Entries; readonly added: Rows } => {
  const rows = rowsOf(entries)
  const added = more.map(rowOf)
  const at = rows.findIndex(({ key }) => key === after) + 1 || rows.length
  return { entries: entriesOf(rows.toSpliced(at, 0, ...added)), added }
}

/** Moves a row to the index `to` among the other rows, clamped to the ends. Returns the same list if nothing moves. */
export const withMoved = (entries: Entries, key: string, to: number): Entries => {
  const rows = rowsOf(entries)
  const from = rows.findIndex((row) => row.key === key)
  const row = rows[from]
  const place = Math.max(0, Math.min(to, rows.length - 1))
  return row === undefined || from === place ? entries : entriesOf(rows.toSpliced(from, 1).toSpliced(place, 0, row))
}

export const withChanged = (entries: Entries, key: string, entry: PadEntry): Entries =>
  entriesOf(rowsOf(entries).map((row) => (row.key === key ? { key, entry } : row)))

export const without = (entries: Entries, key: string): Entries =>
  entriesOf(rowsOf(entries).filter((row) => row.key !== key))

/** Puts a removed row back at its index `at`. */
export const withBack = (entries: Entries, row: Row, at: number): Entries => {
  const rows = rowsOf(entries)
  return rows.some(({ key }) => key === row.key)
    ? entries
    : entriesOf(rows.toSpliced(Math.min(at, rows.length), 0, row))
}
