import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OWN } from './other-page.ts'
import { chooseVersion, DESKTOP, openNotes, PHONE, picture, signUp, studyPanel, untilServed } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()
const UNKNOWN = 'Failed to fetch highlights for the chapter'

it('in a chapter that was never opened here a person writes, colours and bookmarks without the server, and sees it at once', async () => {
  const { page, complaints, leave } = await app.newPerson({ ...DESKTOP, serviceWorkers: 'allow' })
  await page.goto('/bible/KJV/John/3')
  await signUp(page, 'unseen')
  await untilServed(page)
  await chooseVersion(page, '')
  const keeping = page.getByRole('dialog')
  await keeping.getByRole('switch', { name: 'Keep offline' }).click()
  await keeping
    .getByRole('listitem')
    .filter({ hasText: 'KJV' })
    .getByText(/^Kept offline/)
    .waitFor({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await app.kill()
  try {
    // The switch “Keep offline” also stores all of the person's items, so the device knows that this chapter has none.
    await page.goto('/bible/KJV/Isaiah/40')
    await page.getByRole('button', { name: 'Verse 8', exact: true }).click()
    expect(await page.getByText(UNKNOWN).count()).toBe(0)
    const bar = page.getByRole('toolbar', { name: 'Verse 8', exact: true })
    await bar.getByRole('button', { name: 'Highlights', exact: true }).click()
    await expect.poll(() => page.locator('.verse-number[data-verse="8"]').getAttribute('data-marked')).not.toBeNull()
    await openNotes(page, 31)
    expect(await studyPanel(page).locator('.text-danger').count()).toBe(0)
    await page.getByLabel('Note', { exact: true }).fill('They that wait.')
    await studyPanel(page).locator('summary', { hasText: 'Bookmarks' }).click()
    await studyPanel(page)
      .getByRole('button', { name: /^Bookmark Isaiah 40:31/ })
      .click()
    await studyPanel(page)
      .getByRole('button', { name: /^Remove.*Isaiah 40:31/ })
      .waitFor()
    await picture(page, 'unseen-chapter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Escape')
    await studyPanel(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 31' }).waitFor()
    await page.getByRole('button', { name: 'Bookmark on verse 31' }).waitFor()
  } finally {
    await app.start()
  }
  await page.goto('/my-memos/waiting')
  await page.getByText('Everything is sent').waitFor({ timeout: 60_000 })
  complaints.splice(0)
  await leave()
})

it('a chapter of which a broken server does not say what is on it says so, and brings it when asked again', async () => {
  const { page, complaints, leave } = await app.newPerson(PHONE)
  await page.goto('/bible/KJV/John/3')
  await signUp(page, 'broken')
  const note = { verse_id: 43_003_016, version: 'KJV', book: 'John', title: null, text: 'Still there.' }
  await post(page, '/api/note/', note)
  await page.route('**/api/overlay?*', (route) =>
    route.fulfill({ status: 500, headers: OWN, json: { code: 'internal', message: 'An error occurred.' } }),
  )
  await page.goto('/bible/KJV/John/3')
  await page.getByText(UNKNOWN).waitFor()
  await picture(page, 'overlay-broken')
  await page.unroute('**/api/overlay?*')
  // The page may repeat the request by itself before the button is pressed.
  const mark = page.getByRole('button', { name: '1 note on verse 16' })
  await Promise.any([page.getByRole('button', { name: 'Try again' }).first().tap(), mark.waitFor()])
  await mark.waitFor()
  await page.getByText(UNKNOWN).waitFor({ state: 'detached' })
  complaints.splice(0)
  await leave()
})
