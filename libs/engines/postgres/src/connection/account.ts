import { createHash } from 'node:crypto'
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Ids = { readonly uid: number; readonly gid: number }

/** An account of the operating system, and the way to start PostgreSQL's programs under it. */
export type PostgresAccount = {
  /** The account's ids, which also own the data folder. Null if the account is this process's own user. */
  readonly owner: Ids | null
  /** The program, arguments and options to spawn, in order to run `program` under this account. */
  command(
    program: string,
    args: readonly string[],
  ): { file: string; args: string[]; options: { uid?: number; gid?: number; cwd: string } }
}

/**
 * Chooses the account under which PostgreSQL runs. A process that is not root uses its own account. PostgreSQL refuses
 * to run as root, so root starts it as the owner of the data folder if the owner is an ordinary user: not root, and not
 * `nobody` unless `inSeveralPlaces`. Otherwise root starts it under a user id that no other process has (`nobody` if
 * there is no such id), because a process with the same id could read PostgreSQL's files. If the account may not enter
 * a parent folder of the data or of the programs, the started program gets the one capability that allows it. The modes
 * of folders do not change. Throws an error with a sentence for the operator if root does not have this capability, or
 * if another user owns the folder and this process is not root.
 */
export function postgresAccount(dataDir: string, programs: readonly string[]): PostgresAccount {
  const me = process.getuid?.()
  const folder = existsSync(dataDir) ? statSync(dataDir) : null
  if (me !== 0) {
    if (folder && folder.uid !== me)
      throw new Error(
        `${dataDir} belongs to another user (uid ${folder.uid}), as after a start as root: start as that user or root, or chown it`,
      )
    return { owner: null, command: (file, args) => ({ file, args: [...args], options: { cwd: '/' } }) }
  }
  const keeps = folder !== null && folder.uid !== 0 && (folder.uid !== unixNobody().uid || inSeveralPlaces(dataDir))
  const owner = keeps ? { uid: folder.uid, gid: folder.gid } : (ownIds(dataDir) ?? unixNobody())
  return accountOf(owner, [dataDir, ...programs])
}

/** The account under which root runs initdb. It is `nobody`, because initdb needs a user with a name. */
export const initdbAccount = (account: PostgresAccount, dataDir: string, programs: readonly string[]) =>
  account.owner === null ? account : accountOf(unixNobody(), [dataDir, ...programs])

const accountOf = (owner: Ids, paths: readonly string[]): PostgresAccount => {
  const closed = paths.map((path) => closedParent(path, owner)).find((folder) => folder !== null)
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

/** The first parent folder of `path` that the account may not enter. Null if the account may enter all. */
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

/**
 * The range of user ids that systemd reserves for services without an account (https://systemd.io/UIDS-GIDS/). So no
 * account should have one of them.
 */
const FIRST_OWN_ID = 61_184
const LAST_OWN_ID = 65_519

/**
 * A user id that no account and no process has. The same data folder gets the same id each time, unless another process
 * has taken it. Null if all ids are taken, and on systems other than Linux.
 */
function ownIds(dataDir: string): Ids | null {
  if (process.platform !== 'linux') return null
  const usedIds = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .match(/(?<=^[^:\n]*:[^:\n]*:)\d+/gm)
      ?.map(Number),
  )
  for (const entry of readdirSync('/proc')) if (/^\d+$/.test(entry)) usedIds.add(ownerOfProcess(entry))
  // A container may have fewer user ids than its host. Each line of uid_map has the first id, the first id on the host,
  // and the count.
  const known = readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const isFree = (id: number) =>
    !usedIds.has(id) && known.some(([first = 0, , count = 0]) => id >= first && id < first + count)
  const ids = LAST_OWN_ID - FIRST_OWN_ID + 1
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE(0) % ids
  for (let n = 0; n < ids; n++) {
    const id = FIRST_OWN_ID + ((start + n) % ids)
    if (isFree(id)) return { uid: id, gid: id }
  }
  return null
}

/** The user id of a process; -1 if the process has ended. */
function ownerOfProcess(pid: string): number {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? -1
}

/**
 * Whether a symbolic link in the data folder leads to PostgreSQL files elsewhere. The operator who made the link is
 * responsible for the owner of those files.
 */
function inSeveralPlaces(dataDir: string): boolean {
  const links = [join(dataDir, 'pg_wal'), ...list(join(dataDir, 'pg_tblspc'))]
  return links.some((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
}

/**
 * Gives a file, or a folder with everything in it, to the account. Only root can call it. A folder belongs to root
 * until all its entries have been given, so its earlier owner cannot add links meanwhile. If a crash interrupts the
 * change, the folder still belongs to root, and the next start changes it again.
 */
export function giveTo({ uid, gid }: Ids, path: string): void {
  lchownSync(path, 0, 0)
  if (lstatSync(path).isDirectory()) for (const entry of list(path)) giveTo({ uid, gid }, entry)
  lchownSync(path, uid, gid)
}

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])

function unixNobody(): Ids {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) }
}

/**
 * The capability by which PostgreSQL's account can enter folders that are closed to it: dac_read_search (bit 2 of
 * Linux's capabilities(7)) or else dac_override (bit 1), the only one of the two in many containers. Null if this
 * process has neither.
 */
function walkCapability(): 'dac_read_search' | 'dac_override' | null {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return null
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  if (permitted & (1n << 2n)) return 'dac_read_search'
  return permitted & (1n << 1n) ? 'dac_override' : null
}
