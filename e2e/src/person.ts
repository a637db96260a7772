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
 * Chromium features to turn off. Chromium takes only the last such list, so this list repeats Playwright's own. The
 * last two names are ours: they turn off two hidden pages of the address bar, which cost each browser context 250 ms.
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

/** Opens a browser whose profile is in a folder, so that its data is still there when it is opened again. */
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

export type Person = {
  readonly page: Page
  /** The browser's error messages so far, except those for expected refusals. */
  readonly complaints: string[]
  leave(): Promise<void>
}

/**
 * Whether a message is expected. Expected are refusals (a wrong password, a missing chapter, a conflict), a live stream
 * whose server was stopped, and requests while a journey has stopped the server.
 */
const isRefusal = (text: string, url: string): boolean =>
  /status of (404|409|412)/.test(text) ||
  (/status of 401/.test(text) && url.endsWith('/api/auth/login')) ||
  (/net::ERR_/.test(text) && /\/api\/sync(\?|$)/.test(url)) ||
  text.includes('net::ERR_CONNECTION_REFUSED')

/** Parts of a busy server's 503 answers: the codes in answers to calls, and the words on the page for people. */
const BUSY = [
  ...['busy', 'busy_with_yours', 'too_slow', 'behind'].map((code) => `"code":"${code}"`),
  ...['<p>The server is very busy.', '<p>지금은 요청이 너무 많아'],
]
const isOfLoadedServer = (answer: string): boolean => BUSY.some((part) => answer.includes(part))
/** The pause before a page of a busy server is opened again, in milliseconds. */
const BUSY_PAUSE_MS = 1_000

/**
 * Opening a page waits for hydration, because a page from the server is visible before it can be used. A page of a busy
 * server is opened again, as a person would do.
 */
const waitUntilTakenOver = (page: Page): void => {
  for (const open of ['goto', 'reload'] as const) {
    const opened = page[open].bind(page) as (...given: unknown[]) => Promise<Response | null>
    page[open] = async (...given: unknown[]) => {
      const openOnce = () =>
        opened(...given).catch((error: unknown) => {
          // On a small screen the page goes back in its history after a layer has closed (ui/use-back-closes.ts), and a
          // page goes home after a log-out. Either step cancels a navigation that began before it.
          if (!/net::ERR_ABORTED|interrupted by another navigation/.test(String(error))) throw error
          return opened(...given)
        })
      let answer = await openOnce()
      await eventually(
        async () => {
          if (answer?.status() !== 503 || !isOfLoadedServer(await answer.text())) return
          answer = await openOnce()
          throw new Error(`The server is busy and does not show ${page.url()}`)
        },
        COMES_WITHIN_MS,
        BUSY_PAUSE_MS,
      )
      await eventually(async () => {
        if (!(await page.evaluate<boolean>(TAKEN_OVER)))
          throw new Error(`${page.url()} is not taken over by the browser`)
      })
      return answer
    }
  }
}

/** The most characters of a page's text that are printed for a failed test. */
const SHOWN = 8_000

/** Prints the page's text if the test that opened the page fails. */
const showWhenFailed = (page: Page): void => {
  try {
    onTestFailed(async () => {
      if (page.isClosed()) return
      const words = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
      console.error(`${page.url()} showed:\n${words.slice(0, SHOWN)}`)
    })
  } catch {
    // Within a hook, `onTestFailed` throws. Vitest reports a failed hook itself.
  }
}

/** Opens a browser on the app. `kept`: the initial content of local storage. */
export const newPerson = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
  kept: Record<string, string> = {},
): Promise<Person> => {
  // A service worker would answer before a test's routes, so only tests that ask for it have one.
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
  // The browser's message lacks the reason of a refusal, so the answer's text is added to the message. The message is
  // dropped if the reason is the load of the server.
  page.on('response', async (answer) => {
    const status = answer.status()
    if (status !== 400 && status !== 503) return
    const why = await answer.text().catch(String)
    const place = complaints.findIndex((text) => text.includes(`status of ${status}`) && text.endsWith(answer.url()))
    if (place < 0) return
    if (status === 503 && isOfLoadedServer(why)) complaints.splice(place, 1)
    else complaints[place] += `: ${why}`
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  showWhenFailed(page)
  return { page, complaints, leave: () => context.close() }
}

export const THEMES = ['light', 'sepia', 'dark'] as const
export const LANGUAGES = ['en', 'ko'] as const
type Look = { readonly theme?: (typeof THEMES)[number]; readonly language?: (typeof LANGUAGES)[number] }

/** The local storage of a browser whose person has chosen this theme and language. */
export const looking = ({ theme, language }: Look): Record<string, string> => ({
  ...(theme && { appearance: JSON.stringify({ theme }) }),
  ...(language && { language }),
})

/** Stores a theme as the settings of the text do, and applies it. */
export const setTheme = async (page: Page, theme: Look['theme']): Promise<void> => {
  await page.evaluate((kept) => localStorage.setItem('appearance', kept), JSON.stringify({ theme }))
  await page.evaluate('applyAppearance()')
}

/** Opens a page, and waits until the network is idle and the page has its heading. */
export const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
}

export const PASSWORD = 'Lamp4myfeet!'

/**
 * Makes messages with an action (such as Undo) stay for ten minutes on each document that the page opens from now on.
 * The app shows them for ten seconds, in which a test on a busy machine may not reach the button. Only a message's
 * timer passes a number to its function, the message's id, so other timers of ten seconds keep their time.
 */
export const letOffersStay = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const later = setTimeout
    window.setTimeout = (act, ms, ...given) => later(act, ms === 10_000 && typeof given[0] === 'number' ? 600_000 : ms, ...given)
  }`)

/** Signs up without the form, which other journeys test. */
export const signUpByCall = async (page: Page, username: string): Promise<void> => {
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}

/** Saves a screenshot for a developer if PICTURES_DIR names a folder. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Signs up in the open dialog, with the address `username`@example.org and PASSWORD. */
export const signUpInDialog = async (page: Page, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Signs up by the menu in the navigation bar. */
export const signUp = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Sign Up' }).click()
  await signUpInDialog(page, username)
}

/** Logs in by the menu in the navigation bar. */
export const logIn = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/**
 * Logs out by the menu in the navigation bar, in either language. Returns once the app has gone to its start page,
 * because that step would abort a `goto` that begins before it.
 */
export const logOut = async (page: Page): Promise<void> => {
  const entry = () => page.evaluate<string>("location.pathname + ' ' + history.state?.key")
  const before = await entry()
  await page.getByRole('button', { name: /^(Profile|프로필)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Log Out|로그아웃)$/ }).click()
  await expect.poll(async () => [(await entry()) === before, new URL(page.url()).pathname]).toEqual([false, '/'])
}

/** The first element with words of a verse. */
export const verse = (page: Page, number: number): Locator => page.locator(`.verse[data-verse='${number}']`).first()

/** The panel of a verse. On a phone it is a sheet over the text. */
export const studyPanel = (page: Page): Locator => page.getByRole('complementary').or(page.getByRole('dialog'))

/** The button of a column that names the column's version and passage. */
export const passageChip = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: /^(Version and passage|번역과 구절): / }).first()

/** Opens the passage picker of a column (by default the first). */
export const openPicker = async (within: Page | Locator): Promise<Locator> => {
  const chip = passageChip(within)
  await chip.click()
  return chip.page().getByRole('dialog')
}

/** Chooses a version in the picker by its code. The code '' opens the dialog for offline versions. */
export const chooseVersion = async (within: Page | Locator, code: string): Promise<unknown> =>
  (await openPicker(within)).getByLabel(/^(Version|번역)$/).selectOption(code)

/** Presses an item of the reader's menu on a phone. */
export const fromReaderMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Reading tools' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Follows a link in the navigation bar. On a phone the links are behind a button. */
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

/** Signs up on Psalm 117 of the World English Bible, and writes a note on its first verse. */
export const writeOnPsalm117 = async (page: Page, username: string): Promise<void> => {
  await page.goto('/bible/WEB/Psalms/117')
  await signUp(page, username)
  await openNotes(page, 1)
  await page.getByLabel('Note', { exact: true }).fill('All nations.')
  await page.getByRole('button', { name: 'Save' }).click()
  await studyPanel(page).waitFor({ state: 'detached' })
}

/** Waits until the service worker serves the page and has stored a chapter. */
export const untilServed = (page: Page) => expect.poll(() => page.evaluate(SERVED)).toBe(true)

/** Waits until a message has these words. */
export const said = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').getByText(words, { exact: true }).first().waitFor()

/** The button with the number of a verse, in one of the columns. */
export const verseNumber = (page: Page, verse: number, column = 0): Locator =>
  page
    .locator('[data-column]')
    .nth(column)
    .getByRole('button', { name: `Verse ${verse}`, exact: true })
