import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW } from './in-page.ts'
import { PHONE, picture, signUp, studyPanel, untilServed } from './person.ts'
import { post, put } from './two-devices.ts'

const app = appInBrowser()
const CHAPTER = '/bible/KJV/John/3'
const THERE = 'No answer from the server. This is what this device has.'
const verseId = (verse: number) => 43_003_000 + verse

/**
 * One item of each kind and a setting, made after the chapter was shown: so they are in the kept study, not in the seen
 * answers.
 */
const bring = async (page: Page): Promise<void> => {
  const note = { verse_id: verseId(16), version: 'KJV', book: 'John', title: null, text: 'A lantern in the dark.' }
  await post(page, '/api/note/', note)
  await post(page, '/api/highlight/add', {
    ...{ version: 'KJV', book: 'John', chapter: 3, verseId: verseId(4) },
    ...{ startOffset: 0, endOffset: 9, selectedText: 'Nicodemus' },
  })
  await post(page, '/api/sermon/', {
    ...{ startChapter: 3, startVerseId: verseId(8), endChapter: 3, endVerseId: verseId(8), verseId: verseId(8) },
    ...{ title: 'The wind', speaker: 'Ruth', version: 'KJV', content: '<p>It blows over the hills.</p>' },
  })
  await post(page, '/api/bookmarks', { version: 'KJV', book: 'Ruth', chapter: 2 })
  await post(page, '/api/pad/', { title: 'A series', entries: [{ type: 'text', text: 'Begin with the lamp.' }] })
  await put(page, '/api/users/settings', { highlightColor: '#336699' })
}

it('who keeps their study offline on a phone has every kind without the server: in its list, on the verse, by a search', async () => {
  const { page, leave } = await app.newPerson({ ...PHONE, serviceWorkers: 'allow' })
  await page.goto(CHAPTER)
  await signUp(page, 'phonekeeper')
  await untilServed(page)
  await bring(page)
  await page.goto('/settings/data')
  await page.getByRole('switch', { name: 'Keep offline' }).tap()
  await page.getByText(/^Kept on this device: 5 items, [\d.]+ kB, as of today$/).waitFor()
  expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
  await picture(page, 'kept-study-phone')
  const context = page.context()
  await page.close()

  await app.kill()
  try {
    const away = await context.newPage()
    const main = away.getByRole('main')
    for (const [path, search, words, looked] of [
      ['memos', 'Search your notes', 'A lantern in the dark.', 'lantern'],
      ['highlights', 'Search your highlights', 'Nicodemus', 'nicodemus'],
      ['sermons', 'Search your sermons', 'The wind', 'hills'],
      ['bookmarks', 'Search your bookmarks', 'Ruth 2 · KJV', 'ruth'],
      ['pads', 'Search your study pads', 'A series', 'lamp'],
    ] as const) {
      await away.goto(`/my-memos/${path}`)
      await main.getByText(words).first().waitFor()
      await away.getByText(THERE).waitFor()
      await away.getByLabel(search, { exact: true }).fill('nothing like it')
      await main.getByText(words).first().waitFor({ state: 'detached' })
      await away.getByLabel(search, { exact: true }).fill(looked)
      await main.getByText(words).first().waitFor()
      expect(await away.evaluate<number>(OVERFLOW), path).toBeLessThanOrEqual(0)
    }
    // The search through all kinds.
    await away.goto('/my-memos')
    for (const [looked, words] of [
      ['lantern', /A lantern in the dark/],
      ['nicodemus', /Nicodemus/],
      ['hills', /The wind/],
      ['ruth 2', /Ruth 2/],
      ['lamp', /A series/],
    ] as const) {
      await away.getByLabel('Find in your words and in the Bible').fill(looked)
      await main.getByRole('link', { name: words }).first().waitFor()
    }
    // The marks on the verses.
    await away.goto(CHAPTER)
    await expect
      .poll(() => away.locator(".verse-number[data-verse='4']").first().getAttribute('data-marked'))
      .toEqual(expect.any(String))
    await away.getByRole('button', { name: '1 sermon on verse 8', exact: true }).waitFor()
    await away.getByRole('button', { name: '1 note on verse 16', exact: true }).tap()
    await studyPanel(away).getByText('A lantern in the dark.').waitFor()
    await picture(away, 'kept-study-phone-verse')
    // The settings, and a change of them, which waits for the server.
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
