import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { atTheEnd } from './at-the-end.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { WITHOUT_LIMITS } from './without-limits.ts'

const MAIN = [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, '../../../apps/standalone/src/main.ts'),
]

/** One start of the app. The app may be starting, ready or ended. */
export type Launch = {
  readonly child: ChildProcess
  /** Resolves when the app says that it is ready. If it ends before, rejects with its output. */
  readonly ready: Promise<void>
  /** The time at which the app ended, in milliseconds since 1970. Null while it runs. */
  readonly endedAt: () => number | null
  /** The output so far. Each JSON line of the log comes after a line with only its message. */
  readonly output: () => string
  /** Sends a signal (default SIGTERM) and waits for the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Kills the process (kill -9). Resolves when it has ended. */
  readonly kill: () => Promise<void>
}

/** Puts a line with only the message before a JSON line of the log. Returns any other line as it is. */
const inWords = (line: string): string => {
  if (!line.startsWith('{')) return line
  try {
    const { msg } = JSON.parse(line)
    return typeof msg === 'string' ? `${msg}\n${line}` : line
  } catch {
    return line
  }
}

/**
 * The longest wait for the app's end, in milliseconds. The app itself allows ten seconds, but a busy machine may need
 * more.
 */
const ENDS_WITHIN_MS = 60_000

/** The kernel function in which each thread of a process waits, one line for each. Only on Linux. */
const threadsOf = (pid: number | undefined): string => {
  const threads = `/proc/${pid}/task`
  if (!existsSync(threads)) return 'What its threads wait for is not known here.'
  const read = (thread: string, file: string) => {
    try {
      return readFileSync(`${threads}/${thread}/${file}`, 'utf8').trim()
    } catch {
      return '?'
    }
  }
  return readdirSync(threads)
    .map((thread) => `thread ${thread}, ${read(thread, 'comm')}: ${read(thread, 'wchan')}`)
    .join('\n')
}

/** Every start of the app by this test process. */
const launches: Launch[] = []

/**
 * Starts the app, by `main.ts` or by another command, and does not wait until it is ready. The app gets only this
 * environment and a few settings for tests. The app ends when this test process ends, because the IPC channel between
 * the two is then closed.
 */
export const launchApp = (environment: Readonly<Record<string, string>>, command: readonly string[] = MAIN): Launch => {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      // Node's compile cache from earlier starts (tools/src/test.ts).
      NODE_COMPILE_CACHE: program === process.execPath ? process.env.NODE_COMPILE_CACHE : undefined,
      PORT: '0',
      DAILY_VERSE_URL: 'off',
      // With this setting, the app does not download texts from the real catalogue.
      BIBLES: 'none',
      ...WITHOUT_LIMITS,
      ...environment,
    },
  })
  let endedAt: number | null = null
  const exited = once(child, 'exit').finally(() => {
    endedAt = Date.now()
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        output += `${inWords(line)}\n`
        if (/^Pathlight is ready: /m.test(output)) resolve()
      })
    }
    child.once('close', (code) => reject(new Error(`The app ended with ${code}:\n${output}`)))
  })
  ready.catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const late = sleep(ENDS_WITHIN_MS, false, { ref: false })
    if (!(await Promise.race([exited.then(() => true), late]))) {
      const threads = threadsOf(child.pid)
      child.kill('SIGKILL')
      await exited
      throw new Error(`The app did not end within ${ENDS_WITHIN_MS} ms of ${signal}.\n${threads}\n${output}`)
    }
    return child.exitCode
  }
  const launch: Launch = {
    child,
    ready,
    endedAt: () => endedAt,
    output: () => output,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: async () => void (await end('SIGKILL')),
  }
  launches.push(launch)
  atTheEnd(() => launch.endedAt() ?? launch.stop())
  return launch
}

/** A new empty folder, which is deleted after the test file. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-app-'))
  atTheEnd(async () => {
    await endDatabase(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/**
 * A new data folder, which is like one after a first start: it has a database without accounts, the Bible library and
 * keys. It is a copy of the folder that prepared-data.ts made for this test run, because a first start takes seconds.
 * If the run has no such folder, the new folder is empty. If the environment names other stores, the copy has no
 * database.
 */
export const preparedFolder = (environment: Readonly<Record<string, string>>): string => {
  const folder = emptyFolder()
  const prepared = process.env.TEST_PREPARED_DATA
  if (prepared === undefined) return folder
  const isEmbedded = environment.DATABASE_URL === undefined && environment.EVENTSTORE_URL === undefined
  cpSync(prepared, folder, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => isEmbedded || !basename(path).startsWith('postgres'),
  })
  return folder
}

/** An app in a process of its own. A test may stop, kill and start it. */
export type App = {
  /** The address. Restarts do not change it. */
  readonly address: string
  /** The data folder. Restarts do not change it. */
  readonly dataDir: string
  /** The last start of the app. */
  readonly launch: Launch
  /** Sends a signal (default SIGTERM) and waits for the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Kills the process (kill -9). Resolves when it has ended. */
  readonly kill: () => Promise<void>
  /** Starts the app again after `stop` or `kill`, with these changes to its environment. Resolves when it is ready. */
  readonly start: (change?: Readonly<Record<string, string>>) => Promise<void>
}

type AppOptions = {
  /** Environment variables for the app. If they name no stores, the app has the embedded database. */
  readonly environment?: Readonly<Record<string, string>>
  /** Default: a copy of the prepared folder (`preparedFolder`). */
  readonly dataDir?: string
}

/** Starts the app and waits until it is ready. If the app ends before, rejects with its output. */
export const startApp = async ({
  environment = {},
  dataDir = preparedFolder(environment),
}: AppOptions = {}): Promise<App> => {
  const port = await freePort()
  const settings = { ...environment, DATA_DIR: dataDir, PORT: String(port) }
  let launch = launchApp(settings)
  await launch.ready
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    get launch() {
      return launch
    },
    stop: (signal) => launch.stop(signal),
    kill: () => launch.kill(),
    start: async (change = {}) => {
      launch = launchApp({ ...settings, ...change })
      await launch.ready
    },
  }
}

const pidIn = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0])
const databasePidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')

/** The process ids of the app with this data folder and of its embedded database, from their pid files. */
export const pidsOf = (dataDir: string): { app: number; database: number } => ({
  app: pidIn(join(dataDir, 'lock.pid')),
  database: pidIn(databasePidFile(dataDir)),
})

/**
 * Whether the process runs. False for a zombie: a process that has ended, but whose parent has not asked for its exit
 * code.
 */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

/**
 * The last 40 lines of each app that still ran at the time `since`, or was started after it (milliseconds since 1970).
 */
export const saidByApps = (since: number): string[] =>
  launches
    .filter((launch) => (launch.endedAt() ?? since) >= since)
    .map((launch) => launch.output().split('\n').slice(-40).join('\n'))

/** Ends the embedded database on a data folder, if it still runs because its app was killed. */
const endDatabase = async (dataDir: string): Promise<void> => {
  if (!existsSync(databasePidFile(dataDir))) return
  const database = pidIn(databasePidFile(dataDir))
  if (!isRunning(database)) return
  process.kill(database, 'SIGCONT')
  process.kill(database, 'SIGQUIT')
  await eventually(() => {
    if (isRunning(database)) throw new Error(`The database ${database} on ${dataDir} does not end`)
  })
}
