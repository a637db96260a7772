import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMES_WITHIN_MS } from './eventually.ts'
import { findProgram, isProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

/** A server of one's own, on loopback, that a test may stop, kill, freeze and start again on the same port and data. */
export type PrivateServer = {
  readonly url: string
  /** The folder that holds its data: to be copied while it is down. */
  readonly data: string
  readonly pid: () => number
  /** kill -9. Resolves when it is gone. */
  kill(): Promise<void>
  /** SIGSTOP: the process is there and silent. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  /** Starts it again after `kill`; resolves when it listens. */
  restart(): Promise<void>
  /** Ends it for good and removes its data. */
  stop(): Promise<void>
}

type Program = {
  readonly file: string
  readonly args: (port: number, data: string) => readonly string[]
  readonly url: (port: number) => string
  /** The line on its standard output that says that it listens. */
  readonly ready: RegExp
  /** Beside the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
}

const inTestServers = (path: string): string | undefined => {
  const folder = process.env.TEST_SERVERS_DIR
  return folder && isProgram(join(folder, path)) ? join(folder, path) : undefined
}

/** Whether every thread of a process has stopped: the signal is only on its way when `kill` returns. Linux knows. */
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
    const launched = spawn(program.file, program.args(port, data), {
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...program.environment },
    })
    child = launched
    // Whatever ends this process ends the server, too.
    const endWithThis = () => launched.kill('SIGKILL')
    process.once('exit', endWithThis)
    launched.once('exit', () => process.off('exit', endWithThis))
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const heard = (line: string) => {
        said += `${line}\n`
        if (program.ready.test(line)) resolve()
      }
      createInterface({ input: launched.stdout }).on('line', heard)
      createInterface({ input: launched.stderr }).on('line', heard)
      launched.once('error', reject)
      // Not before all that it said has been read.
      launched.once('close', (code) => reject(new Error(`${program.file} ended with ${code}:\n${said}`)))
    })
  }
  const ended = async (signal: 'SIGTERM' | 'SIGKILL') => {
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
    kill: () => ended('SIGKILL'),
    pause() {
      child.kill('SIGSTOP')
      const late = performance.now() + COMES_WITHIN_MS
      while (!isStopped(child.pid ?? 0) && performance.now() < late);
    },
    resume: () => void child.kill('SIGCONT'),
    restart: launch,
    async stop() {
      await ended('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The stand-in for EventStoreDB in TEST_SERVERS_DIR; null where it is not there. `parent`: folder for its data. */
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

/** FerretDB in TEST_SERVERS_DIR; null where it is not there. */
export async function startMongoDb(parent?: string): Promise<PrivateServer | null> {
  const file = inTestServers('ferretdb/ferretdb')
  if (!file) return null
  return start(
    {
      file,
      args: (port, data) => ['-listen', `127.0.0.1:${port}`, '-data', data],
      url: (port) => `mongodb://127.0.0.1:${port}/`,
      ready: /listening on/,
      // It makes much garbage in little memory. Where that is collected less often, looking through a collection takes a fifth less time of a processor.
      environment: { GOGC: '400' },
    },
    parent,
  )
}

/** The system's redis-server; null where it is not installed. Keeps every write (appendfsync always), unless `persistent` is false. */
export async function startRedis(parent?: string, persistent = true): Promise<PrivateServer | null> {
  const file = findProgram(['redis-server'])
  if (!file) return null
  const keep = persistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : []
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
        ...keep,
      ],
      url: (port) => `redis://127.0.0.1:${port}`,
      ready: /Ready to accept connections/,
    },
    parent,
  )
}
