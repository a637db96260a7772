import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Whether every user can reach the path, because all its parent folders are open to others. */
const isOpen = (path: string): boolean => {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false
  return true
}

/** Whether only root can write to the folder, so that no other user has put programs there. */
const isOurs = (folder: string): boolean => {
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0
}

/**
 * Lets every user read the folder, and run the programs that its owner may run. A new temporary folder is open to root
 * alone.
 */
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/**
 * PostgreSQL's programs in a folder where an unprivileged user can start them. If this process is root, PostgreSQL runs
 * as another user. Its programs look for each other with access(2), which ignores capabilities. So if a parent folder
 * is closed to other users, as in a checkout under /root, the programs are copied once into a folder that belongs to
 * root, under the system's temporary folder. Otherwise the programs are used where they are.
 */
export function reachableBinaries(programs: { readonly initdb: string; readonly postgres: string }): {
  initdb: string
  postgres: string
} {
  if (process.getuid?.() !== 0 || isOpen(programs.postgres)) return programs
  const native = dirname(dirname(programs.postgres))
  // The package's package.json contains its version, so checkouts of one version share a copy.
  const of = readFileSync(join(native, '../package.json'))
  const name = `pathlight-postgres-${createHash('sha256').update(of).digest('hex').slice(0, 16)}`
  let copy = join(tmpdir(), name)
  if (!existsSync(copy) || !isOurs(copy)) {
    const fresh = mkdtempSync(join(tmpdir(), `${name}-`))
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    openToAll(fresh)
    try {
      renameSync(fresh, copy)
    } catch {
      copy = fresh // another user's or process's folder has that name
    }
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}
