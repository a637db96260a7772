import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { OWN } from './other-page.ts'
import { DESKTOP, logIn, type Person, PHONE, said, setTheme, signUp } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

describe('settings', () => {
  let naomi: Person
  const field = (page: Page) => page.getByLabel('Enter or pick a color')
  const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' }).click()
  beforeAll(async () => {
    naomi = await app.newPerson(DESKTOP)
  })

  it('are for a person who is logged in, who comes to them by the profile’s menu', async () => {
    const { page } = naomi
    await page.goto('/settings')
    await page.getByText('Please log in or sign up to use this feature.').waitFor()
    await signUp(page, 'naomi')
    await page.goto('/')
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('#d4d8f7')
    await expect.poll(() => field(page).getAttribute('placeholder')).toBe('#RRGGBB')
  })

  it('“Please enter a valid hex color code.”, beside what was typed, and nothing is sent', async () => {
    const { page } = naomi
    for (const wrong of ['', '#12345', 'yellow', '#gg0000']) {
      await field(page).fill(wrong)
      await save(page)
      await page.getByText('Please enter a valid hex color code.').waitFor()
    }
    await page.getByRole('button', { name: 'Reset to Default' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('#d4d8f7')
  })

  it('resets the colour alone, and asks before changes are left', async () => {
    const { page } = naomi
    await page.getByLabel('Default Version').selectOption('WEB')
    await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight')
    await expect.poll(() => field(page).inputValue()).not.toBe('#d4d8f7')
    await page.getByRole('button', { name: 'Reset to Default' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('#d4d8f7')
    await expect.poll(() => page.getByLabel('Default Version').inputValue()).toBe('WEB')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
    await expect.poll(() => page.getByLabel('Default Version').inputValue()).toBe('WEB')
    const asked: string[] = []
    page.once('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })

  it('“settings can be reset locally to defaults”: all of them in the form, and nothing is sent', async () => {
    const { page } = naomi
    const sent: string[] = []
    const hear = (request: { method(): string }) => void (request.method() === 'PUT' && sent.push('PUT'))
    page.on('request', hear)
    const version = page.getByLabel('Default Version')
    const before = await version.inputValue()
    // The four versions of the specification are listed, even if they are not installed.
    const listed = await version.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    expect(listed).toEqual(expect.arrayContaining(['KRV', 'ESV', 'NIV', 'NLT']))
    await version.selectOption('WEB')
    await page.getByLabel('Default Language').selectOption('ko')
    await field(page).fill('#123456')
    await page.getByRole('button', { name: 'Reset all to the defaults' }).click()
    await expect.poll(() => version.inputValue()).toBe(before)
    await expect.poll(() => page.getByLabel('Default Language').inputValue()).toBe('en')
    await expect.poll(() => field(page).inputValue()).toBe('#d4d8f7')
    page.off('request', hear)
    expect(sent).toEqual([])
  })

  it('“Settings saved successfully!” in the language that was saved, which the interface goes over to and keeps', async () => {
    const { page } = naomi
    await page.getByLabel('Default Version').selectOption('KRV')
    await page.getByLabel('Default Language').selectOption('ko')
    await field(page).fill('#FFAA00')
    await save(page)
    await said(page, '설정을 저장했습니다!')
    expect(await page.evaluate('localStorage.language')).toBe('ko')
    await page.reload()
    await page.getByRole('heading', { name: '설정', level: 1 }).waitFor()
    for (const name of ['색상', '채도와 밝기']) await page.getByRole('slider', { name, exact: true }).waitFor()
    await expect.poll(() => page.locator('input[name=highlightColor]').inputValue()).toBe('#ffaa00')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  it('are loaded on login elsewhere: the language, where reading begins, and the colour of what is highlighted', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/')
    await logIn(page, 'naomi')
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('ko')
    await page.goto('/bible-reading')
    await page.waitForURL('**/bible/KRV/Genesis/1')
    await page.locator(".verse-number[data-verse='3']").tap()
    await page.getByRole('toolbar').getByRole('button', { name: '하이라이트', exact: true }).tap()
    await expect.poll(() => page.locator('.verse mark[data-paint=highlight-ffaa00]').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await leave()
  })

  it('“Failed to save settings. Please try again.”; where no answer comes they hold, wait, and go out by themselves', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/settings')
    await signUp(page, 'orpah')
    await field(page).fill('#00ff00')
    await page.route('**/api/users/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, headers: OWN, json: {} }) : route.continue(),
    )
    await save(page)
    await said(page, 'Failed to save settings. Please try again.')
    await page.unroute('**/api/users/settings')
    await page.route('**/api/users/settings', (route) => route.abort())
    await save(page)
    await said(page, 'No answer from the server. Your settings hold on this device, and are sent by themselves.')
    await expect.poll(() => page.locator('code').allTextContents()).toEqual(['#00ff00', '#00ff00'])
    await page.getByRole('link', { name: 'Not sent yet' }).click()
    await page.getByRole('listitem').getByText('Settings').waitFor()
    await page.getByRole('listitem').getByText('#00ff00').waitFor()
    await page.unroute('**/api/users/settings')
    await page.getByRole('button', { name: 'Send everything now' }).click()
    await page.getByText('Everything is sent').waitFor()
    await page.goto('/settings')
    await expect.poll(() => page.locator('code').allTextContents()).toEqual(['#00ff00', '#00ff00'])

    // Settings that an answer lacks stay as they are (specification section 4).
    await page.getByLabel('Default Version').selectOption('WEB')
    await save(page)
    await said(page, 'Settings saved successfully!')
    await page.route('**/api/users/settings', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ headers: { ...OWN, 'x-position': '9' }, json: { settings: { highlightColor: '#0000ff' } } })
        : route.fulfill({ status: 500, headers: OWN, json: {} }),
    )
    await field(page).fill('#0000FF')
    await save(page)
    await expect.poll(() => page.locator('code').allTextContents()).toEqual(['#0000ff', '#0000ff'])
    await expect.poll(() => page.getByLabel('Default Version').inputValue()).toBe('WEB')
    await leave()
  })

  it('made the browser complain about nothing', () => {
    expect(naomi.complaints).toEqual([])
  })
})

describe('My Highlights', () => {
  it('shows words in their colours, searched and filtered, and leads to the passage', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/my-memos/highlights')
    await signUp(page, 'boaz')
    await page.getByText('You have no highlights yet. Start adding highlights!').waitFor()
    const added = await page.evaluate<number[]>(`(async () => {
      const answers = []
      for (const [verse, color] of [[1, null], [2, '#ffe066'], [3, null]]) {
        const { verses } = await (await fetch('/api/bible/chapter?version=KJV&book=John&chapter=1')).json()
        const { verse_id: verseId, text } = verses[verse - 1]
        const body = { version: 'KJV', book: 'John', chapter: 1, verseId, color, startOffset: 0, endOffset: text.length, selectedText: text }
        const headers = { 'content-type': 'application/json' }
        answers.push((await fetch('/api/highlight/add', { method: 'POST', headers, body: JSON.stringify(body) })).status)
      }
      return answers
    })()`)
    expect(added).toEqual([201, 201, 201])
    await page.goto('/my-memos')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Highlights/ })
      .first()
      .click()
    await page.waitForURL('**/my-memos/highlights')
    const cards = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => cards.first().textContent()).toMatch(/^John 1:3 · KJV.*All things were made by him/)
    await expect.poll(() => cards.count()).toBe(3)
    expect(await violations(page, 'the list of highlights')).toEqual([])
    await setTheme(page, 'light')
    await page.getByLabel('Color').selectOption('yellow')
    await expect.poll(() => cards.count()).toBe(1)
    expect(await cards.locator('mark').evaluate((mark) => getComputedStyle(mark).backgroundColor)).toBe(
      'rgb(253, 236, 169)',
    )
    await page.getByLabel('Book').selectOption('Genesis')
    await page.getByText('No matching highlights found.').waitFor()
    await page.getByRole('button', { name: 'Show all highlights' }).click()
    await expect.poll(() => cards.count()).toBe(3)
    await page.getByRole('main').getByRole('searchbox').fill('요한복음 1:2 beginning')
    await expect.poll(() => cards.count()).toBe(1)
    await cards.getByRole('link').click()
    await page.waitForURL('**/bible/KJV/John/1#v2')
    expect(complaints).toEqual([])
    await leave()
  })
})
