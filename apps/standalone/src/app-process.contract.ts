import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The app as a person starts it: a process of its own, that a test may kill. */
type LaunchedApp = {
  readonly child: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  /** Asks it to stop and waits; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
}
/** One that is ready: where it listens. */
export type AppProcess = LaunchedApp & { readonly address: string }

const MAIN = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]

/**
 * Starts `main.ts`, or another command that ends in it, with nothing but this environment, and does not wait. `ready`
 * resolves with the address when the app says it; it rejects with what was printed if the process ends before.
 */
export const launchProcess = (
  environment: Record<string, string>,
  [program = '', ...args]: readonly string[] = MAIN,
): LaunchedApp & { readonly ready: Promise<string> } => {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', DAILY_VERSE_URL: 'off', ...environment },
  })
  const exited = once(child, 'exit')
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    const heard = (text: string) => {
      output += text
      const address = /^Pathlight is ready: (\S+)$/m.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.setEncoding('utf8').on('data', heard)
    child.stderr?.setEncoding('utf8').on('data', heard)
    child.once('close', (code) => reject(new Error(`The app ended with ${code}:\n${output}`)))
  })
  ready.catch(() => undefined)
  return {
    child,
    ready,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await exited
      return child.exitCode
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts `main.ts` with nothing but this environment. Resolves when it is ready; rejects with what it printed if it ends before. */
export const startProcess = async (environment: Record<string, string>): Promise<AppProcess> => {
  const app = launchProcess(environment)
  return { ...app, address: await app.ready }
}

/** Process ids of the app that has this data folder, and of its embedded database, as they say themselves. */
export const pidsOf = (dataDir: string): { app: number; database: number } => {
  const firstLine = (file: string) => Number(readFileSync(join(dataDir, file), 'utf8').split('\n')[0])
  return { app: firstLine('lock.pid'), database: firstLine('postgres/postmaster.pid') }
}

/** False, too, for a process that has ended and that nobody has asked about yet. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    const status = `/proc/${pid}/cmdline`
    return !existsSync('/proc/self') || readFileSync(status, 'utf8') !== ''
  } catch {
    return false
  }
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/** Asks over the network. Rejects when there is no answer. */
export const ask = async (
  address: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const response = await fetch(address + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Signs somebody up; answers the cookie to send and the user's id. */
export const signUpOver = async (address: string, username: string): Promise<{ cookie: string; id: string }> => {
  const password = 'Lamp4myfeet!'
  const answer = await ask(address, 'POST', '/api/auth/signup', {
    body: { username, email: `${username}@example.org`, password, confirm_password: password },
  })
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { cookie, id: (answer.body as { id: string }).id }
}
