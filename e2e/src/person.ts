import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const

/** Somebody with a browser of their own. */
export type Person = {
  readonly page: Page
  /** What the browser complained about so far, but for answers that say no on purpose. */
  readonly complaints: string[]
  leave(): Promise<void>
}

/** A refusal (a wrong password, no such chapter, changed meanwhile) is part of the game; the browser calls it an error. */
const isRefusal = (text: string, url: string): boolean =>
  /status of (404|409|412)/.test(text) || (/status of 401/.test(text) && url.endsWith('/api/auth/login'))

/** Opens a browser of its own on the app. `kept`: what its local storage begins with. */
export const newPerson = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
  kept: Record<string, string> = {},
): Promise<Person> => {
  const context = await browser.newContext({ baseURL: address, locale: 'en-US', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, Object.entries(kept))
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    const refused = isRefusal(message.text(), message.location().url)
    if (message.type() === 'error' && !refused) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, complaints, leave: () => context.close() }
}

export const PASSWORD = 'Lamp4myfeet!'

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

/** Chooses a verse and opens its notes. */
export const openNotes = async (page: Page, number: number): Promise<void> => {
  const choose = page.getByRole('button', { name: `Verse ${number}`, exact: true })
  if ((await choose.getAttribute('aria-pressed')) !== 'true') await choose.click()
  await page
    .getByRole('toolbar', { name: `Verse ${number}` })
    .getByRole('button', { name: 'Memos' })
    .click()
}
