import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The app as a person starts it, with a data folder of its own. */
export type StartedApp = {
  readonly address: string
  /** Stops it and starts it again on the same data, at the same address. */
  restart(): Promise<void>
  /** Stops it and throws its data away. */
  stop(): Promise<void>
}

type Running = { readonly address: string; end(): Promise<void> }

const run = async (environment: Record<string, string>): Promise<Running> => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'apps/standalone/src/main.ts')],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH ?? '', DAILY_VERSE_URL: 'off', ...environment },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) => Promise.reject(new Error(`The app ended with ${code}:\n${output}`)))
  ended.catch(() => undefined)
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
  return {
    address,
    end: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts the built app. `environment` chooses its stores; without any it is the embedded database. */
export const startApp = async (environment: Record<string, string> = {}): Promise<StartedApp> => {
  if (!existsSync(join(root, 'apps/web/dist/index.html')))
    throw new Error('The web app is not built: node tools/src/build-web.ts')
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-e2e-'))
  const settings = { ...environment, DATA_DIR: folder }
  let app = await run({ ...settings, PORT: '0' })
  const { address } = app
  return {
    address,
    restart: async () => {
      await app.end()
      app = await run({ ...settings, PORT: new URL(address).port })
    },
    stop: async () => {
      await app.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
