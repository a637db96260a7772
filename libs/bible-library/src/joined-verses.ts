import type { DatabaseSync } from 'node:sqlite'

/** Finds the row with a verse's text: its own row, or that of joined verses (2-3) that cover it. */
export const openRowOf = (db: DatabaseSync): ((row: number) => number) => {
  const before = db.prepare('SELECT row, through FROM verse WHERE row >= ? AND row < ? ORDER BY row DESC LIMIT 1')
  return (row) => {
    const verse = row % 1000
    // Verse 0 means the beginning of a chapter, before which no joined verses can begin.
    const last = verse > 0 ? before.get(row - verse, row) : undefined
    return last !== undefined && Number(last.through) >= verse ? Number(last.row) : row
  }
}
