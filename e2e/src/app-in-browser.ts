import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type App, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPerson, openBrowser, type Person } from './person.ts'

/** What a journey needs from the app, be it one process or many. */
export type JourneyApp = Pick<App, 'address' | 'dataDir' | 'stop' | 'kill' | 'start'>

/** Starts the app as one process, on the stores that the environment chooses. `prepare` adds to its data folder before. */
const startOne = async (environment: Record<string, string>, prepare: (dataDir: string) => Promise<void>) => {
  const dataDir = preparedFolder(environment)
  await prepare(dataDir)
  return startApp({ environment, dataDir })
}

/**
 * The built app and a browser, from the first to the last test of the calling file or `describe`. `prepare` fills the
 * data folder before the app starts. `start` starts the app another way.
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
    /** Kills it with -9. */
    kill: (): Promise<void> => app.kill(),
    /** Starts it again on the same data at the same address, with the given settings changed. */
    start: (settings: Record<string, string> = {}): Promise<void> => app.start(settings),
    /** Stops it and starts it again on the same data, at the same address. */
    restart: async (): Promise<void> => {
      await app.stop()
      await app.start()
    },
    /** A person with a browser profile of their own. `kept`: what its local storage begins with. */
    newPerson: (options?: BrowserContextOptions, kept?: Record<string, string>): Promise<Person> =>
      newPerson(browser, app.address, options, kept),
  }
}

export type AppInBrowser = ReturnType<typeof appInBrowser>
