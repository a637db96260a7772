import type { DatabaseSync } from 'node:sqlite'

/** Answers the row that holds a verse: its own, or that of joined verses (2-3) that begin before it and reach it. */
export const openRowOf = (db: DatabaseSync): ((row: number) => number) => {
  const before = db.prepare('SELECT row, through FROM verse WHERE row >= ? AND row < ? ORDER BY row DESC LIMIT 1')
  return (row) => {
    const verse = row % 1000
    // A whole chapter needs no look at what is before it.
    const last = verse > 0 ? before.get(row - verse, row) : undefined
    return last !== undefined && Number(last.through) >= verse ? Number(last.row) : row
  }
}
