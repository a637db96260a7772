import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExclusiveLock, takeLock } from './exclusive-lock.ts'

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(
      `Pathlight already runs on ${folder}${owner && ` (process ${owner})`}: stop it first, or set DATA_DIR to another folder`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Locks a folder for this process until `release`. The folder is created if it is missing. The lock also ends with the
 * process. Throws DataFolderInUse if another process, or this one, has the lock.
 */
export function lockDataFolder(folder: string): ExclusiveLock {
  mkdirSync(folder, { recursive: true })
  const ownerFile = join(folder, 'lock.pid')
  const lock = takeLock(join(folder, 'lock.sqlite'))
  if (lock === null) throw new DataFolderInUse(folder, readOwner(ownerFile))
  writeFileSync(ownerFile, String(process.pid))
  let isOurs = true
  return {
    release() {
      // A second call must not delete the file, because another process may have locked the folder meanwhile.
      if (isOurs) rmSync(ownerFile, { force: true })
      isOurs = false
      lock.release()
    },
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
