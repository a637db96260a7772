import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, type PostgresAccount } from './account.ts'

/** The port is only the socket's file name: PostgreSQL listens on no network address. */
export const PORT = 5432
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the end mark included. */
const LONGEST_SOCKET_PATH = 103

/** The folder that holds the socket: the data folder itself, or a short one under the temporary folder for long paths. */
export function socketDir(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH) return dataDir
  return join(tmpdir(), `pathlight-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** Makes the socket's folder, for this process's user alone, if it is not the data folder. */
export function makeSocketDir(dataDir: string, { owner }: PostgresAccount): void {
  const folder = socketDir(dataDir)
  if (folder === dataDir) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Root takes the folder over from the user of an earlier version.
  if (owner) giveTo(owner, folder)
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== (owner?.uid ?? process.getuid?.()))
    throw new Error(`${folder}, where PostgreSQL's socket goes, belongs to another user (uid ${stats.uid}): remove it`)
  chmodSync(folder, 0o700)
}
