import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMES_WITHIN_MS } from './eventually.ts'
import { findProgram, isProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

/** A server on loopback for one test. The test may stop, kill, freeze and restart it, with the same port and data. */
export type PrivateServer = {
  readonly url: string
  /** The folder with the server's data. It may be copied while the server is down. */
  readonly data: string
  readonly pid: () => number
  /** Kills the server (kill -9). Resolves when it has ended. */
  kill(): Promise<void>
  /** Freezes the server (SIGSTOP). It keeps running, but does not answer. */
  pause(): void
  /** Lets a frozen server continue (SIGCONT). */
  resume(): void
  /** Starts the server again after `kill`. Resolves when it listens. */
  restart(): Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

type Program = {
  readonly file: string
  readonly args: (port: number, data: string) => readonly string[]
  readonly url: (port: number) => string
  /** Matches the line of the program's output that says that it listens. */
  readonly ready: RegExp
  /** Variables in addition to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
}

const inTestServers = (path: string): string | undefined => {
  const folder = process.env.TEST_SERVERS_DIR
  return folder && isProgram(join(folder, path)) ? join(folder, path) : undefined
}

/**
 * Whether every thread of a process has stopped. Needed because `kill` returns before the signal has its effect. True
 * on systems other than Linux.
 */
const isStopped = (pid: number): boolean => {
  const threads = `/proc/${pid}/task`
  if (!existsSync(threads)) return true
  return readdirSync(threads).every((thread) => /\) T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')))
}

async function start(program: Program, parent = tmpdir()): Promise<PrivateServer> {
  const data = mkdtempSync(join(parent, 'server-'))
  const port = await freePort()
  let child: ChildProcess

  const launch = async () => {
    const server = spawn(program.file, program.args(port, data), {
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...program.environment },
    })
    child = server
    // The server ends with this process.
    const endWithThis = () => server.kill('SIGKILL')
    process.once('exit', endWithThis)
    server.once('exit', () => process.off('exit', endWithThis))
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const onLine = (line: string) => {
        output += `${line}\n`
        if (program.ready.test(line)) resolve()
      }
      createInterface({ input: server.stdout }).on('line', onLine)
      createInterface({ input: server.stderr }).on('line', onLine)
      server.once('error', reject)
      // The event 'close' comes after all output was read. The event 'exit' may come before.
      server.once('close', (code) => reject(new Error(`${program.file} ended with ${code}:\n${output}`)))
    })
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGCONT')
    child.kill(signal)
    await exit
  }
  await launch()

  return {
    url: program.url(port),
    data,
    pid: () => child.pid ?? 0,
    kill: () => end('SIGKILL'),
    pause() {
      child.kill('SIGSTOP')
      const late = performance.now() + COMES_WITHIN_MS
      while (!isStopped(child.pid ?? 0) && performance.now() < late);
    },
    resume: () => void child.kill('SIGCONT'),
    restart: launch,
    async stop() {
      await end('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the program of TEST_SERVERS_DIR that takes the place of EventStoreDB. Null if there is none. `parent`: the
 * folder for its data.
 */
export async function startEventStoreDb(parent?: string): Promise<PrivateServer | null> {
  const file = inTestServers('esdb-standin/esdb-standin')
  if (!file) return null
  return start(
    {
      file,
      args: (port, data) => ['-listen', `127.0.0.1:${port}`, '-data', data],
      url: (port) => `esdb://127.0.0.1:${port}?tls=false`,
      ready: /listening on/,
    },
    parent,
  )
}

/** Starts FerretDB of TEST_SERVERS_DIR, which takes the place of MongoDB. Null if there is none. */
export async function startMongoDb(parent?: string): Promise<PrivateServer | null> {
  const file = inTestServers('ferretdb/ferretdb')
  if (!file) return null
  return start(
    {
      file,
      args: (port, data) => ['-listen', `127.0.0.1:${port}`, '-data', data],
      url: (port) => `mongodb://127.0.0.1:${port}/`,
      ready: /listening on/,
      // With this setting, Go, in which FerretDB is written, collects garbage less often, and the scan of a collection
      // takes a fifth less processor time.
      environment: { GOGC: '400' },
    },
    parent,
  )
}

/**
 * Starts the system's redis-server. Null if it is not installed. The server persists every write (appendfsync always),
 * unless `persistent` is false.
 */
export async function startRedis(parent?: string, persistent = true): Promise<PrivateServer | null> {
  const file = findProgram(['redis-server'])
  if (!file) return null
  const persistence = persistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : []
  return start(
    {
      file,
      args: (port, data) => [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--dir',
        data,
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
        ...persistence,
      ],
      url: (port) => `redis://127.0.0.1:${port}`,
      ready: /Ready to accept connections/,
    },
    parent,
  )
}
