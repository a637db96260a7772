import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { beforeNewerBuild, NEWER } from './newer-build.ts'
import { DESKTOP, openNotes, signUp, studyPanel } from './person.ts'

const app = appInBrowser()
const text = (page: Page) => page.getByLabel('Note', { exact: true })

/** Resolves once the service worker serves the page. */
const SERVED = `navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
  ? true : new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true))))`
/** Asks for a newer build, as the page does when the person returns after an hour. */
const ASK_FOR_NEWER = 'navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)'
/**
 * The addresses of the app's scripts and styles that the page has fetched. The stylesheets of fonts are left out,
 * because a page may take their addresses from local storage.
 */
const FETCHED = `performance.getEntriesByType('resource').map(({ name }) => name)
  .filter((name) => /assets.*[.](js|css)$|before-scripts/.test(name) && !name.includes('-letters-'))`

const expectNewer = async (page: Page): Promise<void> => {
  const fetched = await page.evaluate<string[]>(FETCHED)
  expect(fetched.length).toBeGreaterThan(3)
  expect(fetched.filter((name) => !NEWER.test(name))).toEqual([])
}

it('a newer build waits, takes over with what is typed, and is never mixed with the older one, which still saves', async () => {
  const { address, release } = await beforeNewerBuild(app.address)
  const { page, leave } = await app.newPerson({ ...DESKTOP, baseURL: address, serviceWorkers: 'allow' })
  const context = page.context()
  const missed: string[] = []
  context.on('response', (answer) => {
    if (answer.status() >= 400 && /\/assets\//.test(answer.url())) missed.push(answer.url())
  })
  await page.goto('/bible/KJV/John/3')
  await signUp(page, 'updater')
  await page.evaluate(SERVED)
  const old = await context.newPage()
  await old.goto('/bible/KJV/Ruth/1')
  await old.getByRole('button', { name: 'Verse 1', exact: true }).waitFor()
  await openNotes(page, 16)
  await text(page).fill('Typed before the update.')

  release()
  await page.evaluate(ASK_FOR_NEWER)
  const update = (one: Page) =>
    one
      .getByRole('complementary', { name: 'A new version of Pathlight is here.' })
      .getByRole('button', { name: 'Update' })
  await update(page).waitFor()
  // Until the person switches, a page uses only its own build, also for code that loads later.
  await update(old).waitFor()
  await old.getByRole('link', { name: 'Version Comparison' }).click()
  await old.getByRole('heading', { level: 1 }).waitFor()
  expect((await old.evaluate<string[]>(FETCHED)).filter((name) => NEWER.test(name))).toEqual([])
  await old.goBack()
  // A page from the newer server uses only the newer build, although the service worker is of the older build.
  const fresh = await context.newPage()
  await fresh.goto('/bible/KJV/Ruth/2')
  await update(fresh).waitFor()
  await expectNewer(fresh)
  await fresh.close()

  page.once('dialog', (dialog) => dialog.accept())
  await update(page).click()
  await openNotes(page, 16)
  await page.getByText('What you had not saved is back.').waitFor()
  await expect.poll(() => text(page).inputValue()).toBe('Typed before the update.')
  await expectNewer(page)

  // The other tab still uses the older build. The tab says so, and can save. The server no longer has the older files,
  // so the tab needs those that the service worker has stored. The test clears the browser's own cache, which may have
  // them too.
  await (await context.newCDPSession(old)).send('Network.clearBrowserCache')
  await openNotes(old, 2)
  await text(old).fill('From the older build.')
  await old.getByRole('button', { name: 'Save' }).click()
  await studyPanel(old).getByLabel('Note', { exact: true }).waitFor({ state: 'detached' })
  await old.getByRole('button', { name: '1 note on verse 2' }).waitFor()
  const mine = async () => JSON.stringify(await (await page.request.get('/api/note/user')).json())
  await expect.poll(mine).toContain('From the older build.')
  await old.getByRole('button', { name: 'Profile' }).click()
  await old.getByRole('menuitem', { name: 'Settings' }).click()
  await old.getByRole('button', { name: 'Save Settings' }).waitFor()
  expect((await old.evaluate<string[]>(FETCHED)).filter((name) => NEWER.test(name))).toEqual([])
  await update(old).click()
  await expect.poll(() => old.evaluate<string[]>(FETCHED).catch(() => [])).toContainEqual(expect.stringMatching(NEWER))
  expect(missed).toEqual([])
  await leave()
})
