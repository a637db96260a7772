import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminCommand } from './admin-command.ts'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { KIND_PAGES } from './pages.ts'
import { DESKTOP, LANGUAGES, looking, PASSWORD, PHONE } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()

const WORDS = {
  en: {
    locked: 'An administrator locked your account',
    works: /You can read and export, but not write\. What waits on this device is kept/,
    notes: 'Notes',
    noteMark: '1 note on verse 16',
    edit: 'Edit',
    save: 'Save',
    refused: 'An administrator locked your account. You can read and export, but not write.',
    tryAgain: /Please try again/,
    title: 'Title',
    yellow: /in yellow$/,
    undo: 'Undo',
    saveSettings: 'Save Settings',
    history: 'History of your settings',
    verse: /^Verse 4\b/,
    why: 'Why',
    reason: 'Reason: They asked for a pause.',
    waits: /^1 change is kept on this device, because your account is locked\./,
    untilUnlocked: 'Waits until your account is unlocked',
    unreached: /the server answers|answer from the server/,
  },
  ko: {
    locked: '관리자가 계정을 잠갔습니다',
    works: /읽고 내보낼 수 있지만 쓸 수는 없어요\. 아직 보내지 않은 것은/,
    notes: '메모',
    noteMark: '16절의 메모 1개',
    edit: '수정',
    save: '저장',
    refused: '관리자가 계정을 잠갔습니다. 읽고 내보낼 수 있지만 쓸 수는 없습니다.',
    tryAgain: /다시 시도/,
    title: '제목',
    yellow: /노랑/,
    undo: '되돌리기',
    saveSettings: '설정 저장',
    history: '설정의 변경 기록',
    verse: /^4 ?절/,
    why: '이유 보기',
    reason: '이유: They asked for a pause.',
    waits: /^계정이 잠겨 있어서 변경 내용 1개를 이 기기에 보관하고 있습니다\./,
    untilUnlocked: '계정의 잠금이 풀리기를 기다리는 중',
    unreached: /서버가 응답|응답이 없/,
  },
} as const

const VERSE = 43_003_016
const SERMON = {
  ...{ startChapter: 3, startVerseId: VERSE, endChapter: 3, endVerseId: VERSE + 1 },
  ...{ verseId: VERSE, title: 'Born anew', speaker: 'Ruth', version: 'WEB', content: 'So loved.' },
}

/** Saves a screenshot for a developer if PICTURES_DIR names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const signUp = (page: Page, username: string) =>
  post(page, '/api/auth/signup', {
    ...{ username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD },
  })

const DEVICES = { en: DESKTOP, ko: PHONE } as const

describe.each(LANGUAGES)('a person whose account is locked (%s)', (language) => {
  const words = WORDS[language]

  it('is told so wherever they could write, what works and what is kept, and writes on once it is unlocked', async () => {
    const [{ page, complaints, leave }, ruth] = [
      await app.newPerson(DEVICES[language], looking({ language })),
      await app.newPerson(),
    ]
    const { id } = await signUp(page, `pausing${language}`)
    const { username } = await signUp(ruth.page, `keeper${language}`)
    await adminCommand(app.dataDir, 'grant', `${username}@example.org`)
    const act = async (name: 'lock' | 'unlock') => {
      const data = { act: name, reason: 'They asked for a pause.' }
      expect((await ruth.page.request.post(`/api/admin/people/${id}/acts`, { data })).status()).toBe(200)
    }
    const note = await post(page, '/api/note/', { verse_id: VERSE, version: 'WEB', title: null, text: 'So loved.' })
    const { newSermon } = await post(page, '/api/sermon/', SERMON)
    await post(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 4 })
    await post(page, '/api/highlight/add', {
      ...{ version: 'WEB', book: 'John', chapter: 3, verseId: VERSE - 12 },
      ...{ startOffset: 0, endOffset: 9, selectedText: 'Nicodemus' },
    })
    const notice = page.getByRole('note', { name: words.locked })

    // An admin locks the account while the person writes a note. After the first refused call the page shows a notice,
    // and the words stay.
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: words.noteMark }).click()
    const notes = page.getByRole('region', { name: words.notes })
    await notes.getByRole('button', { name: words.edit, exact: true }).click()
    const text = notes.locator('textarea')
    await text.fill('So loved the world.')
    expect(await notice.count()).toBe(0)
    await act('lock')
    await notes.getByRole('button', { name: words.save, exact: true }).click()
    // The page shows several notices. The last one is in the panel of the verse.
    await notice.last().getByText(words.works).waitFor()
    await expect.poll(() => text.inputValue()).toBe('So loved the world.')
    await picture(page, `locked-panel-${language}`)
    expect(await violations(page, 'a note of a locked person')).toEqual([])

    const pages = [
      ...['/bible/WEB/John/3', '/settings', '/settings/data', '/my-memos', ...KIND_PAGES],
      ...['/my-memos/history', '/my-memos/waiting', '/search?q=love'],
      ...[`/my-memos/sermons/${newSermon.id}?edit`, '/version-comparison', '/'],
    ]
    for (const path of pages) {
      await page.goto(path)
      await notice.first().getByText(words.works).waitFor()
      expect(await page.evaluate<number>(OVERFLOW), path).toBeLessThanOrEqual(0)
      await picture(page, `locked-${language}-${pages.indexOf(path)}`)
    }
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: words.verse }).click()
    await page.getByRole('toolbar').getByText(words.locked, { exact: true }).waitFor()
    await picture(page, `locked-popup-${language}`)
    // A button that is pressed although the account is locked explains the reason, and reports no success.
    await page.getByRole('toolbar').getByRole('button', { name: words.yellow }).click()
    const said = page.getByRole('status')
    await said.getByText(words.refused, { exact: true }).waitFor()
    await said.getByRole('button', { name: words.undo }).waitFor({ state: 'detached' })
    await picture(page, `locked-colour-${language}`)
    await page.goto(`/my-memos/sermons/${newSermon.id}?edit`)
    const title = page.getByLabel(words.title, { exact: true })
    await title.fill('Born anew today')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.refused, { exact: true }).waitFor()
    await expect.poll(() => title.inputValue()).toBe('Born anew today')
    expect(await page.getByText(words.tryAgain).count()).toBe(0)
    await picture(page, `locked-sermon-${language}`)
    await page.goto('/settings')
    await page.getByRole('button', { name: words.saveSettings }).click()
    await page.getByText(words.refused, { exact: true }).waitFor()
    expect(await page.getByText(words.tryAgain).count()).toBe(0)
    await page.getByRole('button', { name: words.history }).click()
    await page.getByRole('dialog').getByText(words.works).waitFor()
    await page.keyboard.press('Escape')
    await notice.getByRole('link', { name: words.why, exact: true }).click()
    await page.getByRole('alert').getByText(words.locked, { exact: true }).waitFor()
    await page.getByRole('alert').getByText(words.reason).waitFor()
    await picture(page, `locked-account-${language}`)
    const exported = await page.request.get('/api/export', { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(await exported.text()).toContain(note.id)

    // A write made offline waits until the account is unlocked, although the server answers again.
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: words.verse }).click()
    await page.context().setOffline(true)
    // The first try of the write must fail because there is no connection. If the server refused the first try, the
    // write would not wait.
    const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/highlight/'))
    await page.getByRole('toolbar').getByRole('button', { name: words.yellow }).click()
    await tried
    const refusedAgain = page.waitForResponse((answer) => answer.status() === 403)
    await page.context().setOffline(false)
    await refusedAgain
    await page.goto('/my-memos/waiting')
    await page.getByRole('main').getByText(words.waits).waitFor()
    await page.getByText(words.untilUnlocked, { exact: true }).waitFor()
    expect(await page.getByText(words.unreached).count()).toBe(0)
    expect(await violations(page, 'what waits for the unlocking')).toEqual([])
    await picture(page, `locked-waiting-${language}`)

    // When the person returns to the page after the unlocking, the notice disappears and the words can be saved.
    await page.goto('/bible/WEB/John/3')
    await notice.first().waitFor()
    await act('unlock')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await notice.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.noteMark }).click()
    const open = notes.getByRole('button', { name: words.edit, exact: true })
    await open.or(text).first().waitFor()
    if (!(await text.isVisible())) await open.click()
    await expect.poll(() => text.inputValue()).toBe('So loved the world.')
    await notes.getByRole('button', { name: words.save, exact: true }).click()
    const saved = async () => (await (await page.request.get(`/api/note/detail/${note.id}`)).json()).text
    await expect.poll(saved).toBe('So loved the world.')
    await page.goto('/my-memos/waiting')
    // The sermon was refused at its first try, so the person must save it again.
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
    expect(complaints.filter((complaint) => !/status of 403|ERR_INTERNET_DISCONNECTED/.test(complaint))).toEqual([])
    await ruth.leave()
    await leave()
  })
})
