import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPerson, openBrowser, type Person } from './person.ts'
import { type StartedApp, startApp } from './started-app.ts'

/** The built app and a browser, from the first to the last test of whatever file or `describe` asks for them. */
export const appInBrowser = (environment: () => Record<string, string> = () => ({})) => {
  let app: StartedApp
  let browser: Browser
  beforeAll(async () => {
    app = await startApp(environment())
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
    restart: (): Promise<void> => app.restart(),
    /** Somebody with a profile of the browser for themselves; `kept` is in its storage already. */
    newPerson: (options?: BrowserContextOptions, kept?: Record<string, string>): Promise<Person> =>
      newPerson(browser, app.address, options, kept),
  }
}
