import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, type PostgresAccount } from './account.ts'

/** PostgreSQL listens on no network address. The port is only a part of the socket's file name. */
export const PORT = 5432
/** The longest path of a unix socket, in bytes. With the closing zero, macOS allows 104 bytes and Linux 108. */
const LONGEST_SOCKET_PATH = 103

/**
 * The folder of the socket: the data folder or, if its path is too long, a folder under the system's temporary folder.
 */
export function socketDir(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH) return dataDir
  return join(tmpdir(), `pathlight-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/**
 * Makes the socket's folder, which only this account can enter. Does nothing if the data folder is the socket's folder.
 */
export function makeSocketDir(dataDir: string, { owner }: PostgresAccount): void {
  const folder = socketDir(dataDir)
  if (folder === dataDir) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // If this process is root, the folder may belong to the account that an earlier version chose.
  if (owner) giveTo(owner, folder)
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== (owner?.uid ?? process.getuid?.()))
    throw new Error(`${folder}, where PostgreSQL's socket goes, belongs to another user (uid ${stats.uid}): remove it`)
  chmodSync(folder, 0o700)
}
