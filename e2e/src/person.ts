import { COMES_WITHIN_MS, eventually } from '@pathlight/testing/eventually.ts'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { SERVED, TAKEN_OVER } from './in-page.ts'

/**
 * What Playwright itself turns off for all browsers: Chromium takes only the last list that it is given. Then the two
 * pages that this Chromium renders behind its address bar for each context: a quarter of a second of work for a bar
 * that no test shows.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

const CHROMIUM: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${WITHOUT.join()}`,
  ],
}

export const openBrowser = (): Promise<Browser> => chromium.launch(CHROMIUM)

/** A browser of one person, whose profile is in a folder: what it keeps is there when it is opened again. */
export const openKeptBrowser = async (
  profile: string,
  options: BrowserContextOptions,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> => {
  const context = await chromium.launchPersistentContext(profile, { locale: 'en-US', ...CHROMIUM, ...options })
  context.setDefaultTimeout(COMES_WITHIN_MS)
  const page = context.pages()[0] ?? (await context.newPage())
  waitUntilTakenOver(page)
  showWhenFailed(page)
  return { context, page }
}

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const

/** A person with a browser of their own. */
export type Person = {
  readonly page: Page
  /** What the browser complained about so far, but for answers that say no on purpose. */
  readonly complaints: string[]
  leave(): Promise<void>
}

/**
 * A refusal (a wrong password, no such chapter, changed meanwhile) is part of the game; the browser calls it an error. So is a stream
 * whose server was stopped: it is opened again. And what a page asks while a journey has the server stopped.
 */
const isRefusal = (text: string, url: string): boolean =>
  /status of (404|409|412)/.test(text) ||
  (/status of 401/.test(text) && url.endsWith('/api/auth/login')) ||
  (/net::ERR_/.test(text) && /\/api\/sync(\?|$)/.test(url)) ||
  text.includes('net::ERR_CONNECTION_REFUSED')

/** A page that the server rendered is seen before it can be used: opening waits until the browser has taken it over. */
const waitUntilTakenOver = (page: Page): void => {
  for (const open of ['goto', 'reload'] as const) {
    const opened = page[open].bind(page) as (...given: unknown[]) => Promise<Response | null>
    page[open] = async (...given: unknown[]) => {
      const answer = await opened(...given)
      await eventually(async () => {
        if (!(await page.evaluate<boolean>(TAKEN_OVER)))
          throw new Error(`${page.url()} is not taken over by the browser`)
      })
      return answer
    }
  }
}

/** Most letters of a page that are printed with a test that fails. */
const SHOWN = 8_000

/** Prints what the page showed when the test failed that opened it. */
const showWhenFailed = (page: Page): void => {
  try {
    onTestFailed(async () => {
      if (page.isClosed()) return
      const words = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
      console.error(`${page.url()} showed:\n${words.slice(0, SHOWN)}`)
    })
  } catch {
    // It was opened by a hook, which Vitest tells of by itself.
  }
}

/** Opens a browser of its own on the app. `kept`: what its local storage begins with. */
export const newPerson = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
  kept: Record<string, string> = {},
): Promise<Person> => {
  // A service worker answers before what a test puts in the server's place: only a test that asks for one has it.
  const context = await browser.newContext({ baseURL: address, locale: 'en-US', serviceWorkers: 'block', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, Object.entries(kept))
  context.setDefaultTimeout(COMES_WITHIN_MS)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) waitUntilTakenOver(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    const refused = isRefusal(message.text(), url)
    if (message.type() === 'error' && !refused) complaints.push(`${message.text()} ${url}`)
  })
  // The browser says that, but not why: the same complaint says both.
  page.on('response', async (answer) => {
    if (answer.status() !== 400) return
    const why = await answer.text().catch(String)
    const place = complaints.findIndex((text) => text.includes('status of 400') && text.endsWith(answer.url()))
    if (place >= 0) complaints[place] += `: ${why}`
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  showWhenFailed(page)
  return { page, complaints, leave: () => context.close() }
}

export const THEMES = ['light', 'sepia', 'dark'] as const
export const LANGUAGES = ['en', 'ko'] as const
type Look = { readonly theme?: (typeof THEMES)[number]; readonly language?: (typeof LANGUAGES)[number] }

/** What the storage of a browser has in it for a person who once chose this theme and language. */
export const looking = ({ theme, language }: Look): Record<string, string> => ({
  ...(theme && { appearance: JSON.stringify({ theme }) }),
  ...(language && { language }),
})

/** Changes the theme of a page that is open. */
export const setTheme = async (page: Page, theme: Look['theme']): Promise<void> => {
  await page.evaluate((kept) => localStorage.setItem('appearance', kept), JSON.stringify({ theme }))
  await page.evaluate('applyAppearance()')
}

/** Opens a page and waits until nothing more comes. */
export const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
}

export const PASSWORD = 'Lamp4myfeet!'

/** Signs up without the form, which other journeys walk through. */
export const signUpByCall = async (page: Page, username: string): Promise<void> => {
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}

/** A picture for a developer to look at, where PICTURES_DIR names a folder. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Signs up by the dialog that is open. */
export const signUpInDialog = async (page: Page, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Signs up from the bar. */
export const signUp = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Sign Up' }).click()
  await signUpInDialog(page, username)
}

/** Logs in from the bar. */
export const logIn = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The words of a verse. */
export const verse = (page: Page, number: number): Locator => page.locator(`.verse[data-verse='${number}']`).first()

/** What the person has on a verse: beside the text, and on a phone a sheet over it. */
export const studyPanel = (page: Page): Locator => page.getByRole('complementary').or(page.getByRole('dialog'))

/** Follows a link of the bar, which on a phone is behind a button. */
export const follow = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name, exact: true }).click()
}

/** Chooses a verse and opens its notes. */
export const openNotes = async (page: Page, number: number): Promise<void> => {
  const bar = page.getByRole('toolbar', { name: `Verse ${number}`, exact: true })
  if (!(await bar.isVisible())) await page.getByRole('button', { name: `Verse ${number}`, exact: true }).click()
  await bar.getByRole('button', { name: 'Memos' }).click()
}

/** Opens Psalm 117 of the World English Bible as a new person, and writes a note on its first verse. */
export const writeOnPsalm117 = async (page: Page, username: string): Promise<void> => {
  await page.goto('/bible/WEB/Psalms/117')
  await signUp(page, username)
  await openNotes(page, 1)
  await page.getByLabel('Note', { exact: true }).fill('All nations.')
  await page.getByRole('button', { name: 'Save' }).click()
  await studyPanel(page).waitFor({ state: 'detached' })
}

/** Until the service worker serves the page, and has kept the chapter that was open before it came. */
export const untilServed = (page: Page) => expect.poll(() => page.evaluate(SERVED)).toBe(true)

/** Waits until a notice says these words. */
export const said = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').getByText(words, { exact: true }).first().waitFor()

/** The number of a verse, a button, in one of the columns. */
export const verseNumber = (page: Page, verse: number, column = 0): Locator =>
  page
    .locator('[data-column]')
    .nth(column)
    .getByRole('button', { name: `Verse ${verse}`, exact: true })
