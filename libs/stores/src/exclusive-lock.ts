import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a locked database: https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** A lock that this process has until `release`. A second `release` is harmless. */
export type ExclusiveLock = { release(): void }

/**
 * Takes the lock `file`, whose folder must exist. Returns null if another process, or this one, has the lock. SQLite
 * locks the file, so the operating system ends the lock with the process, even after kill -9. The file stays.
 */
export const takeLock = (file: string): ExclusiveLock | null => {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  return {
    release: () => {
      if (database.isOpen) database.close()
    },
  }
}
