import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW } from './in-page.ts'
import { KINDS_IN_BROWSER } from './kinds/kind-in-browser.ts'
import { PHONE, picture, signUp, studyPanel, untilServed } from './person.ts'
import { put } from './two-devices.ts'

const app = appInBrowser()
const CHAPTER = '/bible/KJV/John/3'
const THERE = 'No answer from the server. This is what this device has.'
const ALL = Object.values(KINDS_IN_BROWSER).map(({ list, kept }) => ({ list, ...kept }))

it('who keeps their study offline on a phone has every kind without the server: in its list, on the verse, by a search', async () => {
  const { page, leave } = await app.newPerson({ ...PHONE, serviceWorkers: 'allow' })
  await page.goto(CHAPTER)
  await signUp(page, 'phonekeeper')
  await untilServed(page)
  for (const { bring } of ALL) await bring(page)
  await put(page, '/api/users/settings', { highlightColor: '#336699' })
  await page.goto('/settings/data')
  await page.getByRole('switch', { name: 'Keep offline' }).tap()
  await page.getByText(new RegExp(`^Kept on this device: ${ALL.length} items, [\\d.]+ kB, as of today$`)).waitFor()
  expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
  await picture(page, 'kept-study-phone')
  const context = page.context()
  await page.close()

  await app.kill()
  try {
    const away = await context.newPage()
    const main = away.getByRole('main')
    for (const { list, search, shows, looked } of ALL) {
      await away.goto(list)
      await main.getByText(shows).first().waitFor()
      await away.getByText(THERE).waitFor()
      await away.getByLabel(search, { exact: true }).fill('nothing like it')
      await main.getByText(shows).first().waitFor({ state: 'detached' })
      await away.getByLabel(search, { exact: true }).fill(looked)
      await main.getByText(shows).first().waitFor()
      expect(await away.evaluate<number>(OVERFLOW), list).toBeLessThanOrEqual(0)
    }
    await away.goto('/my-memos')
    for (const { shows, looked } of ALL) {
      await away.getByLabel('Find in your words and in the Bible').fill(looked)
      await main
        .getByRole('link', { name: shows.replace(/ ·.*/, '') })
        .first()
        .waitFor()
    }
    await away.goto(CHAPTER)
    await expect
      .poll(() => away.locator(".verse-number[data-verse='4']").first().getAttribute('data-marked'))
      .toEqual(expect.any(String))
    await away.getByRole('button', { name: '1 sermon on verse 8', exact: true }).waitFor()
    await away.getByRole('button', { name: '1 note on verse 16', exact: true }).tap()
    await studyPanel(away).getByText('A lantern for a note.').waitFor()
    await picture(away, 'kept-study-phone-verse')
    // The settings can be read and changed. The change waits for the server.
    await away.goto('/settings')
    const color = away.locator('input[name=highlightColor]')
    await expect.poll(() => color.inputValue()).toBe('#336699')
    await color.fill('#996633')
    await away.getByRole('button', { name: 'Save Settings' }).tap()
    await away.getByText(/^No answer from the server. Your settings hold on this device/).waitFor()
    expect(await away.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await picture(away, 'kept-study-phone-settings')
  } finally {
    await app.start()
  }
  const saved = async () => (await (await context.request.get('/api/users/settings')).json()).settings
  await expect.poll(saved).toMatchObject({ highlightColor: '#996633' })
  await leave()
})
