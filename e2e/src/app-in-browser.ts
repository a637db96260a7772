import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type App, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPerson, openBrowser, type Person } from './person.ts'

/** The app as journeys use it, in one process or in many. */
export type JourneyApp = Pick<App, 'address' | 'dataDir' | 'stop' | 'kill' | 'start'>

/** Starts the app as one process, on the stores that the environment names. `prepare` fills the data folder first. */
const startOne = async (environment: Record<string, string>, prepare: (dataDir: string) => Promise<void>) => {
  const dataDir = preparedFolder(environment)
  await prepare(dataDir)
  return startApp({ environment, dataDir })
}

/**
 * Starts the built app and a browser for all tests of the calling file or `describe`. `prepare` fills the data folder
 * before the app starts. `start` replaces the usual start.
 */
export const appInBrowser = (
  environment: () => Record<string, string> = () => ({}),
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
  start: () => Promise<JourneyApp> = () => startOne(environment(), prepare),
) => {
  let app: JourneyApp
  let browser: Browser
  beforeAll(async () => {
    if (!existsSync(join(import.meta.dirname, '../../apps/web/dist/client/index.html')))
      throw new Error('The web app is not built: node tools/src/build-web.ts')
    app = await start()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })
  return {
    get address() {
      return app.address
    },
    get dataDir() {
      return app.dataDir
    },
    /** Kills the app with SIGKILL. */
    kill: (): Promise<void> => app.kill(),
    /** Starts the app again on the same data and address. `settings`: changes of the environment. */
    start: (settings: Record<string, string> = {}): Promise<void> => app.start(settings),
    /** Stops the app and starts it again on the same data and address. */
    restart: async (): Promise<void> => {
      await app.stop()
      await app.start()
    },
    /** Opens a browser profile for another person. `kept`: the initial content of its local storage. */
    newPerson: (options?: BrowserContextOptions, kept?: Record<string, string>): Promise<Person> =>
      newPerson(browser, app.address, options, kept),
  }
}

export type AppInBrowser = ReturnType<typeof appInBrowser>
