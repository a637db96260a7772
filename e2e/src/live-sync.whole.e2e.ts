import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { AT_REST } from './in-page.ts'
import { DESKTOP, LANGUAGES, looking, PASSWORD, PHONE } from './person.ts'
import { post, put, remove, twoDevices } from './two-devices.ts'

const app = appInBrowser()

const WORDS = {
  en: {
    noteMark: '1 note on verse 16',
    counted: /^1\b/,
    accountClosed: 'This account is closed.',
    loggedOut: 'You have been logged out on another device.',
    please: 'Please log in or sign up to use this feature.',
    edit: 'Edit',
    changed: /^Changed on .+ just now$/,
    takeIn: 'Take it in',
    goOnMine: 'Go on with mine',
    save: 'Save',
    appearance: 'Text settings',
    follows: 'Your other devices follow.',
    light: 'Light',
    sepia: 'Sepia',
    dark: 'Dark',
  },
  ko: {
    noteMark: '16절의 메모 1개',
    counted: /^1\b/,
    accountClosed: '닫힌 계정입니다.',
    loggedOut: '다른 기기에서 로그아웃했습니다.',
    please: '이 기능을 사용하려면 로그인하거나 회원가입해 주세요.',
    edit: '수정',
    changed: /^방금 .+에서 바뀌었습니다$/,
    takeIn: '받아들이기',
    goOnMine: '내 것 이어 쓰기',
    save: '저장',
    appearance: '글자 설정',
    follows: '다른 기기에도 적용돼요.',
    light: '밝게',
    sepia: '세피아',
    dark: '어둡게',
  },
} as const

const JOHN_3 = 43_003_000

const addNote = (page: Page, text: string) =>
  post(page, '/api/note/', { verse_id: JOHN_3 + 16, version: 'WEB', title: null, text })
const addHighlight = (page: Page) =>
  post(page, '/api/highlight/add', {
    ...{ version: 'WEB', book: 'John', chapter: 3, verseId: JOHN_3 + 4 },
    ...{ startOffset: 0, endOffset: 9, selectedText: 'Nicodemus' },
  })
const sermon = (title: string) => ({
  ...{ startChapter: 3, startVerseId: JOHN_3 + 16, endChapter: 3, endVerseId: JOHN_3 + 17 },
  ...{ verseId: JOHN_3 + 16, title, speaker: 'Ruth', version: 'WEB', content: 'So loved.' },
})

const THEME_AT_FIRST_PAINT = `new PerformanceObserver(() => {
  window.themeAtFirstPaint ??= document.documentElement.dataset.theme
}).observe({ type: 'paint', buffered: true })`

/** Whether the page has loaded the overlay (the person's items on the chapter). */
const LOADED = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/overlay')).length > 0`

/**
 * The calls about a person's own items and settings: all calls except those about admins, the session and the Bible,
 * and the live stream.
 */
const OF_STUDY = /^\/api\/(?!admin\/|auth\/|bible\/|sync$)/

const onTwoDevices = twoDevices(app)

describe.each(LANGUAGES)('what is changed on the phone is seen at the desk (%s)', (language) => {
  const words = WORDS[language]

  it('a note and a highlight, at their verses without a request, and the note in its list', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncnote', language)
    await openAtDesk('/bible/WEB/John/3')
    const mark = desk.getByRole('button', { name: words.noteMark })
    await expect.poll(() => desk.evaluate(LOADED)).toBe(true)
    const asked: string[] = []
    desk.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const { id } = await addNote(phone, 'So loved.')
    await mark.waitFor()
    await remove(phone, `/api/note/detail/${id}`)
    await mark.waitFor({ state: 'detached' })
    const { id: highlight } = await addHighlight(phone)
    const lit = desk.locator(".verse-number[data-verse='4'][data-marked]")
    await lit.waitFor()
    await remove(phone, `/api/highlight/${highlight}`)
    await lit.waitFor({ state: 'detached' })
    // The live messages contain the changed items, so the desk does not fetch them.
    expect(asked.filter((path) => OF_STUDY.test(path))).toEqual([])
    await openAtDesk('/my-memos/memos')
    const other = await addNote(phone, 'And only begotten.')
    await desk.getByText('And only begotten.').waitFor()
    await put(phone, `/api/note/detail/${other.id}`, { title: null, text: 'Whoever believes.' })
    await desk.getByText('Whoever believes.').waitFor()
    await leave()
  })

  it('a highlight, a bookmark and a sermon, in their lists', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('synckinds', language)
    await openAtDesk('/my-memos/highlights')
    const { id } = await addHighlight(phone)
    const highlight = desk.getByRole('main').getByText('Nicodemus', { exact: true })
    await highlight.waitFor()
    await remove(phone, `/api/highlight/${id}`)
    await highlight.waitFor({ state: 'detached' })
    await openAtDesk('/my-memos/bookmarks')
    const bookmark = desk.getByRole('main').locator('a[href*="/bible/WEB/John/4"]')
    await post(phone, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 4 })
    await bookmark.first().waitFor()
    const { newSermon } = await post(phone, '/api/sermon/', sermon('Born anew'))
    await openAtDesk(`/my-memos/sermons/${newSermon.id}`)
    await desk.getByRole('heading', { level: 1, name: 'Born anew' }).waitFor()
    await put(phone, `/api/sermon/${newSermon.id}`, sermon('Born from above'))
    await desk.getByRole('heading', { level: 1, name: 'Born from above' }).waitFor()
    await leave()
  })

  it('the language, once, and the colour of highlights', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncsettings', language)
    await openAtDesk('/settings')
    await put(phone, '/api/users/settings', { highlightColor: '#b5e48c' })
    await desk.getByText('#b5e48c', { exact: true }).first().waitFor()
    const shown = () => desk.locator('html').getAttribute('lang')
    const other = language === 'en' ? 'ko' : 'en'
    await put(phone, '/api/users/settings', { defaultLanguage: other })
    await expect.poll(shown).toBe(other)
    await leave()
  })

  it('the theme: live, on a device that comes later, and what was chosen offline goes out', async () => {
    const { username, desk, phone, openAtDesk, leave } = await onTwoDevices('synctheme', language)
    const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme')
    const choose = async (page: Page, theme: 'light' | 'sepia' | 'dark') => {
      const popover = page.getByRole('dialog')
      await page.getByRole('button', { name: words.appearance, exact: true }).click()
      await popover.getByText(words.follows, { exact: true }).waitFor()
      await popover.getByRole('button', { name: words[theme], exact: true }).click()
      await page.keyboard.press('Escape')
      await popover.waitFor({ state: 'detached' })
    }
    await openAtDesk('/bible/WEB/John/3')
    await phone.goto('/bible/WEB/John/3')
    await choose(phone, 'dark')
    await expect.poll(() => themeOf(desk)).toBe('dark')
    // A device that knows its theme does not paint another theme first.
    await desk.addInitScript(THEME_AT_FIRST_PAINT)
    await desk.reload()
    await expect.poll(() => desk.evaluate('window.themeAtFirstPaint')).toBe('dark')

    // Without a connection the desk keeps the theme that the person chose there, although the phone chooses another.
    // Once it has a connection, the desk sends its theme.
    await openAtDesk('/bible/WEB/John/4')
    await choose(desk, 'light')
    await expect.poll(() => themeOf(phone)).toBe('light')
    await desk.context().setOffline(true)
    await choose(desk, 'sepia')
    expect(await themeOf(desk)).toBe('sepia')
    await choose(phone, 'dark')
    const chosen = async () => (await (await phone.request.get('/api/users/settings')).json()).settings.theme
    await expect.poll(chosen).toBe('dark')
    await desk.context().setOffline(false)
    await expect.poll(chosen).toBe('sepia')
    await expect.poll(() => themeOf(phone)).toBe('sepia')
    expect(await themeOf(desk)).toBe('sepia')

    const late = await app.newPerson(DESKTOP, looking({ language }))
    await late.page.goto('/')
    expect(await themeOf(late.page)).toBe('light')
    await post(late.page, '/api/auth/login', { email: `${username}@example.org`, password: PASSWORD }, 200)
    await late.page.goto('/')
    await expect.poll(() => themeOf(late.page)).toBe('sepia')
    expect(late.complaints).toEqual([])
    await late.leave()
    await leave(/ERR_INTERNET_DISCONNECTED/)
  })

  it('a note that is being written: it is told with the difference, and taken in when the person says so', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncwriting', language)
    const { id } = await addNote(phone, 'So loved the world.')
    const change = (text: string) => put(phone, `/api/note/detail/${id}`, { title: null, text })
    await openAtDesk('/bible/WEB/John/3')
    await desk.getByRole('button', { name: words.noteMark }).click()
    const panel = desk.getByRole('complementary')
    await panel.getByRole('button', { name: words.edit, exact: true }).click()
    const text = panel.locator('textarea')
    const changedNotice = panel.getByRole('status').getByText(words.changed)
    await text.waitFor()
    await change('So loved the whole world.')
    await changedNotice.waitFor()
    await panel.locator('ins', { hasText: 'whole' }).waitFor()
    await expect.poll(() => text.inputValue()).toBe('So loved the world.')
    await panel.getByRole('button', { name: words.takeIn, exact: true }).click()
    await expect.poll(() => text.inputValue()).toBe('So loved the whole world.')
    await changedNotice.waitFor({ state: 'detached' })

    await text.fill('So loved the whole world. Mine.')
    await change('He gave.')
    await changedNotice.waitFor()
    await expect.poll(() => text.inputValue()).toBe('So loved the whole world. Mine.')
    await panel.getByRole('button', { name: words.takeIn, exact: true }).click()
    await panel.getByText('He gave.', { exact: true }).last().waitFor()
    await panel.getByRole('button', { name: words.goOnMine, exact: true }).click()
    await expect.poll(() => text.inputValue()).toBe('So loved the whole world. Mine.')
    await panel.getByRole('button', { name: words.save, exact: true }).click()
    const saved = async () => (await (await phone.request.get(`/api/note/detail/${id}`)).json()).text
    await expect.poll(saved).toBe('So loved the whole world. Mine.')
    await leave()
  })

  it('a sermon that is being written', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncsermon', language)
    const { newSermon } = await post(phone, '/api/sermon/', sermon('Born anew'))
    const change = (title: string, content: string) =>
      put(phone, `/api/sermon/${newSermon.id}`, { ...sermon(title), content })
    await openAtDesk(`/my-memos/sermons/${newSermon.id}?edit`)
    const page = desk.getByRole('main')
    const editor = page.locator('.ProseMirror')
    await editor.waitFor()
    await change('Born anew', 'So loved the world.')
    await page.getByRole('status').getByText(words.changed).waitFor()
    await expect.poll(() => editor.textContent()).toContain('So loved.')
    await page.getByRole('button', { name: words.takeIn, exact: true }).click()
    await expect.poll(() => editor.textContent()).toContain('So loved the world.')

    await editor.click()
    await desk.keyboard.press('End')
    await desk.keyboard.type(' Mine.')
    await change('Born from above', 'He gave.')
    await page.getByRole('status').getByText(words.changed).waitFor()
    await expect.poll(() => editor.textContent()).toContain('Mine.')
    await page.getByRole('button', { name: words.takeIn, exact: true }).click()
    await page.getByRole('button', { name: words.goOnMine, exact: true }).click()
    await expect.poll(() => editor.textContent()).toContain('So loved the world. Mine.')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    const saved = async () => JSON.stringify(await (await phone.request.get(`/api/sermon/${newSermon.id}`)).json())
    await expect.poll(saved).toContain('Mine.')
    await leave()
  })

  it('a log-out: the desk is logged out, and says why', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncout', language)
    await openAtDesk('/settings')
    // The message disappears after three seconds, perhaps before the call is answered on a busy machine. So the test
    // waits for the message and the answer together.
    const told = desk.getByRole('status').getByText(words.loggedOut, { exact: true }).waitFor()
    await Promise.all([remove(phone, '/api/account/devices'), told])
    await desk.getByRole('main').getByText(words.please).waitFor()
    await leave()
  })

  it('the end of the account: the desk drops what it kept, and says so', async () => {
    const { username, desk, phone, openAtDesk, leave } = await onTwoDevices('syncend', language)
    await addNote(phone, 'So loved.')
    await openAtDesk('/my-memos/memos')
    await desk.getByText('So loved.').waitFor()
    await desk.evaluate(() => localStorage.setItem('sermon.pages', 'true'))
    const closing = { data: { password: PASSWORD, confirm: username } }
    const told = desk.getByRole('status').getByText(words.accountClosed, { exact: true }).waitFor()
    const [answer] = await Promise.all([phone.request.delete('/api/account', closing), told])
    expect(answer.status()).toBe(204)
    await desk.getByText('So loved.').waitFor({ state: 'detached' })
    await expect.poll(() => desk.evaluate(() => localStorage.getItem('sermon.pages'))).toBeNull()
    await leave()
  })
})

/**
 * Follows a verse from now on. Records in `followed` how far it has moved at most, in pixels, and in how many frames
 * it was not seen or a part of the chapter was missing.
 */
const FOLLOW = (verse: number) => `(() => {
  const verses = [...document.querySelectorAll('.verse')]
  const read = verses.find(({ dataset }) => dataset.verse === '${verse}')
  const lengthOf = (those) => those.map(({ textContent }) => textContent).join('').length
  const place = read.getBoundingClientRect().top
  const all = lengthOf(verses)
  const followed = (window.followed = { moved: 0, gone: 0, frames: 0 })
  const look = () => {
    const isSeen = read.isConnected && read.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isSeen || lengthOf([...document.querySelectorAll('.verse')]) < all) followed.gone += 1
    followed.moved = Math.max(followed.moved, Math.abs(read.getBoundingClientRect().top - place))
    followed.frames += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

describe('what is read', () => {
  it('stands still in every frame while notes and highlights come and go above it', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncstill', 'en')
    await desk.setViewportSize(PHONE.viewport)
    await openAtDesk('/bible/WEB/John/3')
    await desk.locator(".verse[data-verse='18']").evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await desk.evaluate(AT_REST)
    await desk.evaluate(FOLLOW(18))
    const height = () => desk.evaluate<number>('document.documentElement.scrollHeight')
    const before = await height()
    const noted = [2, 3, 5, 6, 7, 8]
    const marks = [
      ...noted.map((verse) => desk.getByRole('button', { name: `1 note on verse ${verse}` })),
      desk.getByRole('button', { name: 'Verse 4' }).and(desk.locator('[data-marked]')),
    ]
    const { id } = await addHighlight(phone)
    const paths = [`/api/highlight/${id}`]
    for (const verse of noted) {
      const note = { verse_id: JOHN_3 + verse, version: 'WEB', title: null, text: 'So loved.' }
      paths.push(`/api/note/detail/${(await post(phone, '/api/note/', note)).id}`)
    }
    for (const mark of marks) await mark.waitFor()
    // The lines break differently now, so the text could have moved.
    expect(await height()).not.toBe(before)
    for (const path of paths) await remove(phone, path)
    for (const mark of marks) await mark.waitFor({ state: 'detached' })
    await desk.evaluate(AT_REST)
    const { moved, gone, frames } = await desk.evaluate<{ moved: number; gone: number; frames: number }>('followed')
    expect(moved).toBeLessThanOrEqual(2)
    expect(gone).toBe(0)
    expect(frames).toBeGreaterThan(0)
    await leave()
  })

  it('stands still in a list and in the history at a desk, beside the links to the other lists', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('syncliststill', 'en')
    for (let count = 0; count < 20; count++) await addNote(phone, 'So loved.')
    for (const path of ['/my-memos/memos', '/my-memos/history']) {
      await openAtDesk(path)
      const read = desk.getByRole('main').locator('li').nth(-4)
      await read.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await desk.evaluate(AT_REST)
      const place = (await read.boundingBox())?.y ?? 0
      const height = () => desk.evaluate<number>('document.documentElement.scrollHeight')
      const before = await height()
      await addNote(phone, 'And only begotten.')
      await expect.poll(height).toBeGreaterThan(before)
      await desk.evaluate(AT_REST)
      expect(Math.abs(((await read.boundingBox())?.y ?? 0) - place)).toBeLessThanOrEqual(2)
    }
    await leave()
  })
})

describe('the tabs of a browser', () => {
  it('share one stream, which another takes over when the one that has it is closed', async () => {
    const { desk, phone, streams, openAtDesk, leave } = await onTwoDevices('synctabs', 'en')
    const other = await desk.context().newPage()
    await openAtDesk('/my-memos/memos')
    await other.goto('/my-memos/memos')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await addNote(phone, 'So loved.')
    for (const tab of [desk, other]) await tab.getByText('So loved.').waitFor()
    expect(streams).toHaveLength(1)
    await desk.close()
    await expect.poll(() => streams.length).toBe(2)
    await addNote(phone, 'And only begotten.')
    await other.getByText('And only begotten.').waitFor()
    await leave()
  })

  it('that were away ask once for what changed meanwhile', async () => {
    const { desk, phone, streams, openAtDesk, leave } = await onTwoDevices('syncaway', 'en')
    await openAtDesk('/my-memos/memos')
    await addNote(phone, 'Before.')
    await desk.getByText('Before.').waitFor()
    await desk.context().setOffline(true)
    await addNote(phone, 'Meanwhile.')
    const before = streams.length
    await desk.context().setOffline(false)
    await desk.getByText('Meanwhile.').waitFor()
    expect(streams.slice(before).every((address) => address.includes('after='))).toBe(true)
    await leave(/ERR_INTERNET_DISCONNECTED/)
  })
})
