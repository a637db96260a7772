import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { COUNT_SEEN } from './in-page.ts'
import { DESKTOP, logOut, openNotes, PHONE, signUp, studyPanel, untilServed } from './person.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const
const THERE = 'No answer from the server. This is what this device has.'

const NOTES = 230
const note = (at: number) => ({
  ...{ verse_id: 43_003_001 + (at % 36), version: 'KJV', book: 'John', title: '' },
  text: at === 0 ? 'The first, about lamps.' : `Number ${at}.`,
})
const SERMON = {
  ...{
    version: 'KJV',
    book: 'John',
    title: 'Bread for the way',
    speaker: 'Ruth',
    content: '<p>Manna in the morning.</p>',
  },
  ...{ verseId: 43_006_035, startChapter: 6, startVerseId: 43_006_035, endChapter: 6, endVerseId: 43_006_040 },
}

const add = async (page: Page, path: string, data: unknown): Promise<void> => {
  const answer = await page.request.post(`${app.address}${path}`, { data })
  if (answer.status() >= 300) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
}

describe('somebody who keeps their study offline', () => {
  it('reads and searches all of it after the server was killed, and a log-out takes it off the device', async () => {
    const { page: first, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await first.goto('/bible/KJV/John/3')
    await signUp(first, 'keeper')
    // The device has already stored the answers for John 3. The items are written only now, so those answers lack them.
    // Without the server, the page can have them only from the items that are kept offline.
    for (let from = 0; from < NOTES; from += 23)
      await Promise.all(Array.from({ length: 23 }, (_, at) => add(first, '/api/note/', note(from + at))))
    await add(first, '/api/sermon/', SERMON)
    await add(first, '/api/bookmarks', { version: 'KJV', book: 'Ruth', chapter: 2 })
    await untilServed(first)
    await first.goto('/settings/data')
    await first.getByRole('switch', { name: 'Keep offline' }).click()
    await first.getByText(/^Kept on this device: 232 items, \d+ kB, as of today$/).waitFor()
    // The offline items include those written on another device.
    await add(first, '/api/note/', { ...note(0), text: 'Written elsewhere.' })
    await first.getByText(/^Kept on this device: 233 items/).waitFor()
    // Items written while no page was open are added when a page opens.
    const context = first.context()
    await first.close()
    const answer = await context.request.post('/api/note/', { data: { ...note(1), text: 'Written while it slept.' } })
    expect(answer.status()).toBe(201)
    const second = await context.newPage()
    await second.goto('/settings/data')
    await second.getByText(/^Kept on this device: 234 items/).waitFor()
    await second.close()

    await app.kill()
    const away = await context.newPage()
    try {
      await away.goto('/my-memos/memos')
      await away.getByText('Written elsewhere.').waitFor()
      await away.getByText(THERE).waitFor()
      await away.getByLabel('Search your notes').fill('lamps')
      await away.getByText('The first, about lamps.').waitFor()
      await away.goto('/my-memos/sermons')
      await away.getByText('Bread for the way').first().waitFor()
      await away.getByRole('searchbox').last().fill('manna')
      await away.getByText('Bread for the way').first().click()
      await away.getByText('Manna in the morning.').first().waitFor()
      await away.goto('/my-memos/bookmarks')
      await away.getByText('Ruth 2 · KJV').waitFor()
      await away.getByText(THERE).waitFor()
      await away.goto('/my-memos')
      await away.getByLabel('Find in your words and in the Bible').fill('manna')
      await away.getByRole('link', { name: /Bread for the way/ }).waitFor()
      await away.getByText(THERE).waitFor()
      await away.getByLabel('Find in your words and in the Bible').fill('ruth 2')
      await away.getByRole('link', { name: /Bookmarks.*Ruth 2/ }).waitFor()
      await away.goto('/')
      await away.getByRole('region', { name: 'Your latest words' }).getByText('Written while it slept.').waitFor()
      await away.goto('/my-memos')
      await away.getByRole('link', { name: /^Notes\s*232$/ }).waitFor()
      await away.goto('/my-memos/history')
      await away.getByText(THERE).waitFor()
      await away.getByRole('button', { name: /Written elsewhere\./ }).click()
      await away.getByRole('list', { name: 'Changes, newest first' }).getByText('Written elsewhere.').waitFor()
      await away.goto('/settings')
      await away.getByRole('button', { name: 'Save' }).first().waitFor()
      await away.goto('/bible/KJV/John/3')
      await away.getByRole('button', { name: '8 notes on verse 1', exact: true }).click()
      await studyPanel(away).getByText('Written elsewhere.').waitFor()
    } finally {
      await app.start()
    }
    await away.goto('/settings/data')
    await away.getByRole('switch', { name: 'Keep offline', checked: true }).waitFor()
    expect(await away.evaluate(COUNT_SEEN)).toBeGreaterThan(5)
    await logOut(away)
    await expect.poll(() => away.evaluate(COUNT_SEEN)).toBe(0)
    await leave()
  })
})

describe('a device that comes back', () => {
  it('started from what it keeps, and has the words of another device as soon as the server answers, untouched', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'sleeper')
    const words = { ...note(15), title: '' }
    const made = await page.request.post('/api/note/', { data: { ...words, text: 'Old words.' } })
    const { id } = await made.json()
    await untilServed(page)
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    const context = page.context()
    await page.close()
    const later = await context.newPage()
    // The page loads, but its calls get no answer.
    await later.route('**/api/**', (route) => route.abort())
    await later.goto('/bible/KJV/John/3')
    await later.getByRole('button', { name: '1 note on verse 16' }).click()
    await studyPanel(later).getByText('Old words.').waitFor()
    const edited = await context.request.put(`/api/note/detail/${id}`, {
      ...{ data: { title: '', text: 'New words.' }, headers: { 'if-match': '"1"' } },
    })
    expect(edited.status()).toBe(200)
    await later.unroute('**/api/**')
    await studyPanel(later).getByText('New words.').waitFor()
    await leave()
  })
})

describe('somebody whose changes wait', () => {
  it('sees what, where and since when, discards one of them, and sends the other when the server is back', async () => {
    const { page, leave } = await app.newPerson({ ...PHONE, ...allowed })
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'waiter')
    await untilServed(page)
    await app.kill()
    try {
      for (const verse of [17, 18]) {
        await openNotes(page, verse)
        await page.getByLabel('Note', { exact: true }).fill(`On verse ${verse}.`)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText(/No answer from the server/).waitFor()
        await page.keyboard.press('Escape')
        await studyPanel(page).waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Profile' }).click()
      await page.getByRole('menuitem', { name: 'Not sent yet: 2' }).click()
      await page.getByRole('heading', { level: 1, name: 'Not sent yet' }).waitFor()
      const row = page.getByRole('listitem').filter({ hasText: 'On verse 17.' })
      await row.getByText(/John 3:17 · KJV/).waitFor()
      await row.getByText(/^Added · today \d\d:\d\d · No answer from the server yet$/).waitFor()
      await row.getByRole('button', { name: /^Discard: .*John 3:17/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await row.waitFor()
      await row.getByRole('button', { name: /^Discard/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      await row.waitFor({ state: 'detached' })
      // The server is still away when the person presses, so the write stays in the list.
      await page.getByRole('button', { name: /^Send now: .*John 3:18/ }).click()
      await page.getByText('On verse 18.').waitFor()
    } finally {
      await app.start()
    }
    await page.getByText('Everything is sent').waitFor()
    await page.goto('/my-memos/memos')
    await page.getByText('On verse 18.').waitFor()
    expect(await page.getByText('On verse 17.').count()).toBe(0)
    await leave()
  })
})

describe('somebody who saves settings while the server is away', () => {
  it('sees them at once and after a restart of the page; they go out when the server is back', async () => {
    const { page: first, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await first.goto('/bible/KJV/John/3')
    await signUp(first, 'setter')
    await untilServed(first)
    await first.goto('/settings')
    await first.getByRole('button', { name: 'Save Settings' }).waitFor()
    await app.kill()
    const context = first.context()
    const colors = (page: Page) => page.locator('code').allTextContents()
    try {
      await first.locator('input[name=highlightColor]').fill('#336699')
      await first.getByLabel('Default Language').selectOption('ko')
      await first.getByRole('button', { name: 'Save Settings' }).click()
      await first.getByText(/^서버에서 응답이 없습니다. 설정은 이 기기에 적용되었고/).waitFor()
      await first.getByRole('heading', { level: 1, name: '설정' }).waitFor()
      expect(await colors(first)).toEqual(['#336699', '#336699'])
      await first.close()
    } finally {
      // If a check above has failed, the server is started here for the next tests. Otherwise the test starts it below.
      if (!first.isClosed()) await app.start()
    }
    const later = await context.newPage()
    await later.goto('/settings')
    await expect.poll(() => colors(later)).toEqual(['#336699', '#336699'])
    await later.getByRole('link', { name: '아직 보내지 않음' }).waitFor()
    await app.start()
    await later.getByRole('link', { name: '아직 보내지 않음' }).waitFor({ state: 'detached' })
    // The request names no log position, so early answers may lack the sent settings.
    const savedSettings = async () =>
      (await (await later.request.get(`${app.address}/api/users/settings`)).json()).settings
    await expect.poll(savedSettings).toMatchObject({ highlightColor: '#336699', defaultLanguage: 'ko' })
    await expect.poll(() => colors(later)).toEqual(['#336699', '#336699'])
    await leave()
  })
})
