import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type App, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { it } from 'vitest'

export type Environment = Readonly<Record<string, string>>
/** The exit code of a command (-1: the command was killed), and its output. */
export type Said = { readonly code: number; readonly text: string }

/**
 * Makes a function that runs an operator's command, by its file in apps/standalone/src. The command is killed with -9
 * when `killAt` resolves.
 */
export const operatorCommand =
  (file: string, killAt: Promise<unknown> = new Promise(() => undefined)) =>
  (environment: Environment, ...args: readonly string[]): Promise<Said> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
      const program = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src', file), ...args]
      const command = execFile(process.execPath, program, { env, timeout: 120_000 }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: out + err }),
      )
      killAt.then(
        () => command.kill('SIGKILL'),
        () => undefined,
      )
    })

/**
 * Tests a command with an app on its embedded database, and with an app on cluster stores. `environment` has the
 * settings of the command.
 */
export const onBothEngines = (does: string, test: (app: App, environment: Environment) => Promise<void>): void => {
  it(`${does}, on the embedded database`, async () => {
    const app = await startApp()
    await test(app, { DATA_DIR: app.dataDir })
  })

  it(`${does}, on the cluster stores`, async ({ skip }) => {
    const stores = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const app = await startApp({ environment: stores.environment })
    await test(app, { ...stores.environment, DATA_DIR: app.dataDir })
  })
}
