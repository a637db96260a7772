import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(
      `Pathlight already runs on ${folder}${owner && ` (process ${owner})`}: stop it first, or set DATA_DIR to another folder`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Takes a folder for this process alone until `release`; makes the folder if needed. The lock is the operating
 * system's own (SQLite holds it on `lock.sqlite`), so it ends with the process, kill -9 included, and leaves nothing
 * stale behind. Throws DataFolderInUse when another process, or this one, has it.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true })
  const ownerFile = join(folder, 'lock.pid')
  const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataFolderInUse(folder, readOwner(ownerFile))
    throw error
  }
  writeFileSync(ownerFile, String(process.pid))
  return {
    release() {
      if (!database.isOpen) return
      rmSync(ownerFile, { force: true })
      database.close()
    },
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
