import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, PHONE, signUp } from './person.ts'

const app = appInBrowser()

/** What a button has the browser save. */
const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const writeNote = (page: Page, text: string) =>
  page.evaluate(async (words) => {
    const body = JSON.stringify({ verse_id: 43_003_016, version: 'KJV', title: null, text: words })
    await fetch('/api/note/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }, text)

describe('a person’s data', () => {
  it('is taken along as JSON with its history, and as a zip to read', async () => {
    const ruth = await app.newPerson(DESKTOP)
    const { page } = ruth
    await page.goto('/')
    await signUp(page, 'ruth')
    await writeNote(page, 'So loved.')
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your data' }).waitFor()
    await page.getByLabel('With the history of every change').check()
    const json = await saved(page, () => page.getByRole('button', { name: 'Get the JSON file' }).click())
    expect(json.name).toMatch(/^pathlight-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json.bytes.toString())).toMatchObject({
      history: [{ action: 'added', item: { text: 'So loved.' } }],
      counts: { note: 1 },
    })
    await page.getByText(`${json.name} is in your downloads.`).waitFor()
    const zip = await saved(page, () => page.getByRole('button', { name: 'Get the zip' }).click())
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
    for (let n = 0; n < 3; n++) await saved(page, () => page.getByRole('button', { name: 'Get the JSON file' }).click())
    await page.getByRole('button', { name: 'Get the JSON file' }).click()
    await page.getByText(/^Too many attempts/).waitFor()
    await ruth.leave()
  })

  it('is taken along on a phone, in Korean, with Korean names in the zip', async () => {
    const minsu = await app.newPerson({ ...PHONE, locale: 'ko-KR' })
    const { page } = minsu
    await page.goto('/settings/data')
    await page.getByText('여기에서 내가 쓴 것을 모두 내려받고, 다른 곳에 있는 것을 가져와요.').waitFor()
    await page.goto('/signup')
    await page.getByLabel('이메일').fill('minsu-data@example.org')
    await page.getByLabel('사용자 이름').fill('minsu.data')
    await page.getByLabel('비밀번호', { exact: true }).fill('Lamp4myfeet!')
    await page.getByLabel('비밀번호 확인').fill('Lamp4myfeet!')
    await page.getByRole('main').getByRole('button', { name: '회원가입' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await writeNote(page, '이처럼 사랑하사')
    await page.goto('/settings/data')
    const zip = await saved(page, () => page.getByRole('button', { name: 'zip 파일 받기' }).click())
    expect(zip.bytes.includes(Buffer.from('메모/43 요한복음.md'))).toBe(true)
    await minsu.leave()
  })

  it('comes from a file: a look at it first, then a job that goes on while the page is left', async () => {
    const naomi = await app.newPerson(DESKTOP)
    const { page } = naomi
    await page.goto('/')
    await signUp(page, 'naomi')
    await page.goto('/settings/data')
    const rows = Array.from({ length: 300 }, (_, n) => `John 3:${1 + (n % 36)},Row ${n}`)
    const table = ['where,what', ...rows, 'Nowhere 9,Lost'].join('\n')
    const choose = (buffer: string, name: string) =>
      page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(buffer) })
    await page.getByText(/backup of AndBible/).waitFor()
    await choose('PK\u0003\u0004', 'packed.zip')
    await page.getByText('The end of the file is missing').waitFor()
    await choose(table, 'notes.csv')
    await page.getByText('Please say which columns have the passage and the words.').waitFor()
    await page.getByLabel('Passage').selectOption({ label: 'where' })
    await page.getByLabel('Words').selectOption({ label: 'what' })
    await page.getByText('There is no such passage: Nowhere 9').waitFor()
    const row = async () => {
      const cells = page.getByRole('row', { name: /^Notes/ }).getByRole('cell')
      return cells.allTextContents()
    }
    expect(await row()).toEqual(['300', '0', '0', '1'])
    await page.getByRole('button', { name: 'Bring it in' }).click()
    await page.getByText(/being brought in|has been brought in/).waitFor()
    await page.goto('/bible/KJV/John/3')
    await page.goto('/settings/data')
    await page.getByText('Everything has been brought in').waitFor({ timeout: 60_000 })
    expect(await row()).toEqual(['300', '0', '0', '1'])
    const file = await saved(page, () => page.getByRole('button', { name: 'Get the JSON file' }).click())
    expect(JSON.parse(file.bytes.toString()).counts).toMatchObject({ note: 300 })

    const ruth = await app.newPerson({ ...PHONE, locale: 'ko-KR' })
    await ruth.page.goto('/login')
    await ruth.page.getByLabel('이메일').fill('minsu-data@example.org')
    await ruth.page.getByLabel('비밀번호', { exact: true }).fill('Lamp4myfeet!')
    await ruth.page.getByRole('main').getByRole('button', { name: '로그인' }).click()
    await ruth.page.waitForURL((url) => url.pathname !== '/login')
    await ruth.page.goto('/settings/data')
    await ruth.page
      .getByLabel('파일 고르기')
      .setInputFiles({ name: '길빛.json', mimeType: 'application/json', buffer: file.bytes })
    await ruth.page.getByRole('button', { name: '가져오기', exact: true }).click()
    await ruth.page.getByText('모두 가져왔습니다').waitFor({ timeout: 60_000 })
    await ruth.leave()
    await naomi.leave()
  })
})
