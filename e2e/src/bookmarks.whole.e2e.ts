import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { OWN } from './other-page.ts'
import { DESKTOP, logIn, type Person, said, signUp } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const bookmarks = (page: Page) => page.getByRole('dialog', { name: 'Bookmarks' })
const openBookmarks = (page: Page) => page.getByRole('button', { name: 'Bookmarks', exact: true }).first().click()
const listed = (page: Page) => bookmarks(page).getByRole('listitem').allTextContents()

describe('bookmarks', () => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP)
  })

  it('“Log in to manage bookmarks.”, and “No bookmarks available.”', async () => {
    const { page } = ruth
    await page.goto('/bible/KJV/John/3')
    await openBookmarks(page)
    await bookmarks(page).getByText('Log in to manage bookmarks.').waitFor()
    await page.keyboard.press('Escape')
    await signUp(page, 'ruth')
    await openBookmarks(page)
    await bookmarks(page).getByText('No bookmarks available.').waitFor()
  })

  it('are added in place, newest first, and a second one of a chapter is refused: “This bookmark already exists.”', async () => {
    const { page } = ruth
    await bookmarks(page).getByRole('button', { name: 'Bookmark John 3 · KJV', exact: true }).click()
    await expect.poll(() => listed(page)).toEqual(['John 3 · KJV'])
    await bookmarks(page).getByRole('button', { name: 'Bookmark John 3 · KJV', exact: true }).click()
    await said(page, 'This bookmark already exists.')
    await page.keyboard.press('Escape')
    await page.goto('/bible/WEB/Psalms/119')
    await openBookmarks(page)
    await bookmarks(page).getByRole('button', { name: 'Bookmark Psalm 119 · WEB', exact: true }).click()
    await expect.poll(() => listed(page)).toEqual(['Psalm 119 · WEB', 'John 3 · KJV'])
  })

  it('lead to their chapter, and are removed in place', async () => {
    const { page } = ruth
    await bookmarks(page).getByRole('button', { name: 'John 3 · KJV', exact: true }).click()
    await page.waitForURL('**/bible/KJV/John/3')
    await bookmarks(page).waitFor({ state: 'detached' })
    await openBookmarks(page)
    await bookmarks(page).getByRole('button', { name: 'Remove the bookmark John 3 · KJV' }).click()
    await expect.poll(() => listed(page)).toEqual(['Psalm 119 · WEB'])
    await page.reload()
    await openBookmarks(page)
    await expect.poll(() => listed(page)).toEqual(['Psalm 119 · WEB'])
  })

  it('are in a dropdown of at most 300 px', async () => {
    const { page } = ruth
    const answers = await page.evaluate<
      number[]
    >(`Promise.all(Array.from({ length: 12 }, (_, chapter) => fetch('/api/bookmarks', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 'KJV', book: 'Genesis', chapter: chapter + 1, category: 'General' }) })
      .then(({ status }) => status)))`)
    expect(new Set(answers)).toEqual(new Set([201]))
    await page.reload()
    await openBookmarks(page)
    await expect.poll(async () => (await listed(page)).length).toBe(13)
    expect((await bookmarks(page).boundingBox())?.height).toBeCloseTo(300, 0)
    await bookmarks(page).getByRole('button', { name: 'Psalm 119 · WEB', exact: true }).scrollIntoViewIfNeeded()
  })

  it('“Failed to load bookmarks: ...” says why', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.route('**/api/bookmarks*', (route) =>
      route.fulfill({ status: 400, headers: OWN, json: { message: 'No luck.' } }),
    )
    await page.goto('/bible/KJV/John/3')
    await logIn(page, 'ruth')
    await openBookmarks(page)
    await bookmarks(page).getByText('Failed to load bookmarks: No luck.').waitFor()
    // The page may repeat the request and remove the button by itself, so the press must not wait for the button.
    const again = await bookmarks(page).getByRole('button', { name: 'Try again' }).elementHandle()
    await page.unroute('**/api/bookmarks*')
    await again?.evaluate((button) => (button as HTMLElement).click())
    await expect.poll(async () => (await listed(page)).length).toBe(13)
    // From now on the server answers as if another device had ended the session.
    await page.route('**/api/bookmarks*', (route) =>
      route.fulfill({ status: 401, headers: OWN, json: { code: 'not_logged_in' } }),
    )
    await page.reload()
    await openBookmarks(page)
    await bookmarks(page).getByText('User not logged in', { exact: true }).waitFor()
    await bookmarks(page).getByText('Log in to manage bookmarks.').waitFor()
    await leave()
  })

  it('are found in My Resources, too', async () => {
    const { page } = ruth
    await page.goto('/my-memos')
    await page.getByRole('main').getByRole('link', { name: 'Bookmarks' }).first().click()
    await page.waitForURL('**/my-memos/bookmarks')
    await page.getByRole('main').getByRole('searchbox').fill('시편 119')
    const card = page.getByRole('link', { name: /^Psalm 119 · WEB/ })
    await card.waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
    await card.click()
    await page.waitForURL('**/bible/WEB/Psalms/119')
  })

  it('made the browser complain about nothing', () => {
    expect(ruth.complaints).toEqual([])
  })
})
