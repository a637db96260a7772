import { DatabaseSync } from 'node:sqlite'

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** A lock of this process until `release`; a second `release` is harmless. */
export type ExclusiveLock = { release(): void }

/**
 * Takes the lock `file`; null if another process, or this one, has it. The operating system holds the lock (SQLite sets it on the
 * file), so it ends with the process, even by kill -9, and leaves nothing stale: no process id decides, which another process may
 * have by now. The file stays. The folder must exist.
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
