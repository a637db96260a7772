import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** How PostgreSQL's programs are to be started so that they run as somebody who is not root. */
export type PostgresAccount = {
  /** Whom the data folder belongs to; null: ourselves, nothing to change. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
  /** The command to spawn for a program and its arguments. */
  command(
    program: string,
    args: readonly string[],
  ): { file: string; args: string[]; options: { uid?: number; gid?: number; cwd: string } }
}

/**
 * PostgreSQL refuses to run as root, so root starts it as the owner of the data folder if that is somebody else, or
 * as `nobody`. Where that account may not walk to the data or to the programs (a checkout under /root, say), it gets
 * the one capability that lets it, and no folder's mode is changed.
 *
 * Throws in words when that cannot be done either, or when the folder is somebody else's and we are not root.
 */
export function postgresAccount(dataDir: string, programs: readonly string[]): PostgresAccount {
  const me = process.getuid?.()
  const found = existsSync(dataDir) ? statSync(dataDir) : null
  if (me !== 0) {
    if (found && found.uid !== me)
      throw new Error(
        `${dataDir} belongs to another user (uid ${found.uid}), as after a start as root: start as that user or root, or chown it`,
      )
    return { owner: null, command: (file, args) => ({ file, args: [...args], options: { cwd: '/' } }) }
  }
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody()
  const closed = [dataDir, ...programs].map((path) => closedParent(path, owner)).find((folder) => folder !== null)
  if (closed === undefined)
    return { owner, command: (file, args) => ({ file, args: [...args], options: { ...owner, cwd: '/' } }) }

  const capability = walkCapability()
  if (!capability)
    throw new Error(
      `PostgreSQL must not run as root, and uid ${owner.uid}, which it would run as, may not enter ${closed}: ` +
        `run as an ordinary user, move Pathlight and DATA_DIR to a folder that others may enter, or set DATABASE_URL`,
    )
  return {
    owner,
    command: (file, args) => ({
      file: SETPRIV,
      args: [
        `--reuid=${owner.uid}`,
        `--regid=${owner.gid}`,
        '--clear-groups',
        `--inh-caps=-all,+${capability}`,
        `--ambient-caps=-all,+${capability}`,
        `--bounding-set=-all,+${capability}`,
        '--',
        file,
        ...args,
      ],
      options: { cwd: '/' },
    }),
  }
}

const SETPRIV = '/usr/bin/setpriv'

/** The first folder on the way to `path` that the account may not pass; null when the way is free. */
function closedParent(path: string, { uid, gid }: { uid: number; gid: number }): string | null {
  const folders: string[] = []
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) folders.unshift(folder)
  for (const folder of folders) {
    if (!existsSync(folder)) return null
    const { mode, uid: owner, gid: group } = statSync(folder)
    const pass = owner === uid ? mode & 0o100 : group === gid ? mode & 0o010 : mode & 0o001
    if (!pass) return folder
  }
  return null
}

function nobody(): { uid: number; gid: number } {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) }
}

/** Linux's capabilities(7): dac_read_search (2) passes folders and reads; containers often have only dac_override (1). */
function walkCapability(): 'dac_read_search' | 'dac_override' | null {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return null
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  if (permitted & (1n << 2n)) return 'dac_read_search'
  return permitted & (1n << 1n) ? 'dac_override' : null
}
