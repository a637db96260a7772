import { DatabaseSync } from 'node:sqlite'

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** What this process has alone, until it gives it back; a second `release` is harmless. */
export type ExclusiveLock = { release(): void }

/**
 * Takes the lock that `file` stands for; null when another process, or this one, has it. The lock is the operating
 * system's own (SQLite holds it on the file), so it ends with the process, kill -9 included, and leaves nothing stale
 * behind: a number of a process, which another may have by now, decides nothing. The file stays. The folder must be there.
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
